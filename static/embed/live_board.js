// A started board: its frame, and the messages between the frame and the element.

import { ATTRIBUTES, FRAME_EVENTS } from "../boot/contract.mjs";
import { createElement } from "../boot/elements.mjs";
import { studyMessage } from "../boot/page_text.mjs";
import { openChannel } from "./channel.js";
import { sourceMessage } from "./game_source.js";
import { LOOK } from "./look.js";
import { BASE } from "./site.js";
import { CAPTION_IN } from "./texts.js";

const MAX_HEIGHT = 20_000; // px: maximum height of a board
const SLOW_AFTER = 20_000; // ms after which a starting frame becomes visible; it shows its own messages about a slow start
const TICK = 1_000; // ms
const MAX_TICKS = 60; // without a message of a frame that is still loading
const MAX_LOADED_TICKS = 3; // without a message of a loaded frame, which is then not a board
const PICTURE_TIMEOUT = 120_000; // ms, for a board that answers
const SLEEP_AFTER = 120_000; // ms out of sight
const WAKE_DISTANCE = "400px"; // from what is in sight, at which a sleeping board starts again
const MAX_DIFFERENCE = 200; // px that a board may be lower than its poster and still keep the poster's height

/**
 * Return the current look of an element: attributes as text, custom properties computed.
 * @param {BoardHost} host
 */
function currentLook({ element, probe }) {
  /** @type {Record<string, string>} */
  const values = {};
  const style = getComputedStyle(element), computed = getComputedStyle(probe);
  for (const [name, property] of Object.entries(LOOK)) {
    const rawValue = style.getPropertyValue(`--rule-board-${name}`).trim();
    const css = property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    // Send an invalid value unchanged, so that the frame reports it.
    const value = element.getAttribute(name) ?? (rawValue && CSS.supports(css, rawValue) ? computed[property] : rawValue);
    if (value) values[name] = value;
  }
  return values;
}

/** Return the parameters of the frame. @param {BoardHost} host */
function frameParameters(host) {
  const values = currentLook(host);
  for (const { name, value } of host.element.attributes) {
    if (ATTRIBUTES.includes(name) || CAPTION_IN.test(name)) values[name] = value;
  }
  const src = host.element.getAttribute("src");
  if (src !== null || host.source !== null) values.src = src ?? "";
  values.autostart = "yes"; // the element has already shown the poster
  const lang = host.lang();
  if (!values.lang && CAPTION_IN.test(`caption-${lang}`)) values.lang = lang;
  if (self.origin !== "null") values.host = self.origin;
  return values;
}

/**
 * Free the memory of a board that is out of sight. Another frame continues the board when it comes into sight.
 * @param {BoardHost} host
 */
function sleep(host) {
  host.box.style.minHeight = `${host.element.offsetHeight}px`;
  host.stop();
  const watcher = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    watcher.disconnect();
    host.start();
  }, { rootMargin: WAKE_DISTANCE });
  watcher.observe(host.element);
}

/**
 * Start the board of an element. Its frame takes the place of the poster.
 * @param {BoardHost} host
 * @returns {LiveBoard}
 */
export function startBoard(host) {
  const { element, box, button, label } = host;
  const savedBoard = host.savedBoard; // of an earlier frame
  let isResuming = Boolean(savedBoard);
  /** The messages with a study for a frame that does not listen yet. Calls of the page wait until it shows the study. @type {object[]} */
  const studies = [];
  let isListening = false;
  let isReady = false, isRestyling = false, isRemoved = false;
  /** The attributes that have changed since the last message with them. @type {Set<string>} */
  const changes = new Set();
  let isStopped = false; // the frame has ended the worker of the page's own game
  // The frame is as high as its content: a temporary scrollbar would make it narrower, and so permanently lower.
  const frame = createElement("iframe", { title: host.title(), part: "frame", scrolling: "no" });
  if (element.hasAttribute("sandbox")) frame.setAttribute("sandbox", "allow-scripts");
  // With the same color scheme as its root (css/embed.css), a frame lets the page's background shine through its corners.
  const frameScheme = () => host.scheme() === "light" ? "light" : "light dark";
  frame.style.colorScheme = frameScheme();
  const address = Object.entries(frameParameters(host)).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  frame.src = new URL(`embed.html#${address.join("&")}`, BASE).href;

  /** @param {any} detail a message of the frame, which is ours */
  const showSize = ({ height }) => {
    if (!(height > 0 && height < MAX_HEIGHT)) return;
    const keepsHeight = host.posterHeight > height && host.posterHeight <= height + MAX_DIFFERENCE;
    const boardHeight = keepsHeight ? host.posterHeight : height;
    frame.style.height = `${boardHeight}px`;
    host.dispatch("size", { width: element.clientWidth, height: boardHeight });
  };
  /** Answer a call of `picture()`. @param {{id: number, svg?: string, message?: string}} answer */
  const answerPicture = ({ id, svg, message }) => {
    const request = host.pictureRequests.get(id);
    host.pictureRequests.delete(id);
    if (svg) request?.resolve(svg);
    else request?.reject(new Error(message));
  };
  /** @type {(type: string, detail: any) => void} any: messages of the frame, which is ours */
  const onMessage = (type, detail) => {
    if (isRemoved) return;
    if (!slowTimer) onFirstMessage();
    if (type === "failed") {
      host.onUnreachable();
    } else if (type === "loading") {
      label.textContent = `${host.text("wait")} ${Math.round(100 * detail.loaded / detail.total)} %`;
    } else if (type === "size") {
      showSize(detail);
    } else if (type === "picture") {
      answerPicture(detail);
    } else if (type === "state") {
      if (!isResuming) host.savedBoard = detail.state;
    } else if (type === "checked") {
      host.dispatch(type, detail);
    } else if (type === "resumed") {
      isResuming = false;
      host.setStep("answering");
    } else if (FRAME_EVENTS.includes(type)) {
      const isWaitingForStudy = element.hasAttribute("study") && !isListening; // it reports the game first, and then the study
      const isFirstAnswer = !isReady && (type === "ready" ? !isWaitingForStudy : type === "error" && isListening); // perhaps the study is missing
      if (type === "error") isResuming = false;
      if (!isWaitingForStudy && !isResuming && (type === "ready" || type === "error")) host.setStep("answering");
      if (type === "ready" && !isListening) {
        isListening = true;
        studies.splice(0).forEach(channel.send);
      }
      if (type === "error" && (!isListening || detail.stopped)) host.rejectPictures(detail.message); // the board will never answer
      if (isFirstAnswer) {
        isReady = true;
        const hadFocus = element.shadowRoot?.activeElement === button;
        button.removeAttribute("aria-busy");
        if (hadFocus) frame.focus();
        if (isResuming) host.queue.unshift({ type: "resume", state: savedBoard });
        host.queue.forEach(limitPicture);
        channel.flush();
      }
      if (isResuming) return; // the page knows nothing of the other frame
      if (type === "change") {
        host.status = detail;
        host.savedBoard = "";
      }
      isStopped ||= Boolean(detail.stopped);
      if (type === "error") console.warn(`<rule-board>: ${detail.message}`, element); // many pages do not listen
      host.dispatch(type, detail);
    }
  };
  const channel = openChannel(frame, host.queue, onMessage);
  /** Reject a requested picture that the board does not send in time. @param {any} message to the frame */
  const limitPicture = ({ type, id }) => {
    if (type === "picture") setTimeout(() => answerPicture({ id, message: host.text("away") }), PICTURE_TIMEOUT);
  };
  // The frame requests nothing: the page sends the study, from an element of the page or a file of the same site.
  const sendStudy = async () => {
    const name = element.getAttribute("study");
    if (!name || name.startsWith("~")) return; // a compressed study is among the parameters
    const message = await studyMessage(name);
    if (isRemoved || element.getAttribute("study") !== name) return;
    if (isListening) channel.send(message);
    else studies.push(message);
  };
  // The same for the file of the page's own game. The frame needs it to become ready.
  const sendSource = async () => {
    const address = element.getAttribute("src");
    if (address === null && host.source === null) return;
    if (isStopped) {
      host.stop();
      host.savedBoard = "";
      host.start();
      return;
    }
    const message = host.source === null ? await sourceMessage(address ?? "") : { type: "source", name: address?.replace("#", ""), text: host.source };
    if (!isRemoved && element.getAttribute("src") === address) channel.send(message);
  };
  frame.addEventListener("load", sendSource);
  box.append(frame);
  void sendStudy();

  let sleepTimer = 0;
  const watcher = new IntersectionObserver((entries) => {
    clearTimeout(sleepTimer);
    if (!entries[entries.length - 1].isIntersecting) sleepTimer = setTimeout(() => {
      if (isReady && !isResuming && host.savedBoard && document.activeElement !== element) sleep(host);
    }, SLEEP_AFTER);
  });
  watcher.observe(element);

  // Only the first message has a limit: from then on the frame itself reports whether the server is reachable. Ticks
  // count instead of time: the browser runs none while it is busy or the device sleeps, and few in the background.
  let ticks = 0, maxTicks = MAX_TICKS, slowTimer = 0;
  frame.addEventListener("load", () => { maxTicks = Math.min(maxTicks, ticks + MAX_LOADED_TICKS); });
  const timer = setInterval(() => { if (++ticks > maxTicks) host.onUnreachable(); }, TICK);
  const onFirstMessage = () => {
    clearInterval(timer);
    slowTimer = setTimeout(() => host.setStep("answering"), SLOW_AFTER);
  };

  return {
    get isReady() { return isReady; },
    post(message) {
      if (isReady) limitPicture(message);
      channel.post(message);
    },
    sendSource,
    update(attribute) {
      const isFirst = !changes.size;
      changes.add(attribute); // several changes at once count as one
      if (!["at", "start", "chapter"].includes(attribute)) host.posterHeight = 0;
      if (!isFirst) return;
      queueMicrotask(() => {
        const sendsStudy = changes.has("study"), sendsSource = changes.has("src"); // otherwise the frame has them
        const needsStart = changes.has("lang") && "src" in frameParameters(host); // the worker of a game can load no other language
        changes.clear();
        if (isRemoved) return;
        if (needsStart) {
          host.stop();
          host.start();
          return;
        }
        frame.style.colorScheme = frameScheme();
        frame.title = host.title();
        channel.post({ type: "show", parameters: frameParameters(host) });
        if (sendsStudy) void sendStudy();
        if (sendsSource) void sendSource();
      });
    },
    updateLook() {
      if (!isRestyling) queueMicrotask(() => {
        isRestyling = false;
        if (!isRemoved) channel.post({ type: "look", ...currentLook(host) });
      });
      isRestyling = true;
    },
    remove() {
      isRemoved = true;
      clearInterval(timer);
      clearTimeout(slowTimer);
      clearTimeout(sleepTimer);
      watcher.disconnect();
      channel.close();
      frame.remove();
    },
  };
}

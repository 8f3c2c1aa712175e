// Global names that the scripts share, and the events that they dispatch.

/** The languages and the theme of the user, from boot/user_preferences.js. */
interface Preferences {
  pickLanguage(choice: string | undefined): string;
  resolveTheme(choice: string | undefined): string;
  systemIsDark: MediaQueryList;
  theme: string | undefined;
}

/** Draw a position (null for the start), or the position of a lesson's step, with a description in its `<title>` in a language; empty if that is impossible. */
type DrawPoster = (position: string | null, seat: number, lesson?: string | null, step?: string | null, lang?: string) => string;

declare var ruleboard: PageScripts;
declare var ruleboardPreferences: Preferences;
declare var ruleboardFrame: FrameScripts | undefined;
declare var ruleboardPolicy: boolean | undefined;
declare var ruleboardStartMessage: boolean | undefined;
declare var ruleboardSkipsWarmUp: boolean | undefined;
declare var ruleboardPosters: Record<string, DrawPoster> | undefined;

/** The titles of the games and the ratios of width to height of their boards, by id. The build inserts them into embed.js. */
declare const RULEBOARD_GAMES: Record<string, { title: string; ratio: number }>;

/** What a page can check in the attributes of a game: the ids of its lessons, the values of its options, the least and the
most players, a regular expression for its targets without a colon, and examples of targets. */
interface GameFacts { lessons: string[]; options: Record<string, string[]>; players: number[]; places: string; examples: string }

/** These facts, by the games' ids. The build inserts them into embed_checks.js. */
declare const RULEBOARD_FACTS: Record<string, GameFacts>;

/** The initial positions as text, by the games' ids. The build inserts them into embed_words.js. */
declare const RULEBOARD_STARTS: Record<string, Record<string, string>>;

interface WindowEventMap {
  "ruleboard:fallback": Event;
  "ruleboard:failed": Event;
  "ruleboard:loading": CustomEvent<{ loaded: number; total: number }>;
  "ruleboard:source": CustomEvent<OwnSource>;
  "ruleboard:waiting": Event;
}

/** The global object, in a service worker: its method, and the list of files that the build inserts. */
interface Window {
  skipWaiting(): Promise<void>;
  __WB_MANIFEST: { url: string; revision: string; integrity: string }[];
}

interface DocumentEventMap {
  size: CustomEvent<{ width: number; height: number }>;
}

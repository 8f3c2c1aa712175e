// Elements, and the languages of their captions.

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 */
export const createElement = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  element.append(...children);
  return element;
};

/** The names of attributes with a caption in another language. */
export const CAPTION_IN = /^caption-[a-z]{2,3}(-[a-z0-9]{1,8}){0,3}$/i;

// Small helpers that every page uses: elements, money, cards in words.

const SVG = "http://www.w3.org/2000/svg";

/** An element: h("button", { class: "btn", onclick }, "Deal"). */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for drawings: s("use", { href: "#back" }). */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Cents for people: cents only where there are any, a true minus. */
export function money(cents, { sign = false, always = false } = {}) {
  const amount = Math.abs(cents) / 100;
  const whole = cents % 100 === 0 && !always;
  const text = amount.toLocaleString("en-US", { minimumFractionDigits: whole ? 0 : 2, maximumFractionDigits: 2 });
  return `${cents < 0 ? "−" : sign && cents > 0 ? "+" : ""}$${text}`;
}

const RANKS = { 2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight", 9: "Nine", T: "Ten", J: "Jack", Q: "Queen", K: "King", A: "Ace" };
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

/** "Td" is the Ten of diamonds; an unknown card is a card face down. */
export const cardName = (card) => (card === "??" ? "a card face down" : `${RANKS[card[0]]} of ${SUITS[card[1]]}`);

/** "As Kd" as a list of cards. */
export const cardsOf = (text) => (text ? text.split(" ") : []);

/** Whether this is the page of a table with real cards: what nobody has read is an empty place, not a back. */
export const areReal = document.body.dataset.cards === "real";

/** A card as a drawing of its own. */
export function card(name, attributes = {}) {
  const label = cardName(name);
  if (areReal && name === "??") {
    return s("svg", { class: "card", viewBox: "0 0 100 140", role: "img", "aria-label": label, ...attributes }, s("rect", { class: "place", x: 2, y: 2, width: 96, height: 136, rx: 8 }));
  }
  return s("svg", { class: "card", viewBox: "0 0 100 140", role: "img", "aria-label": label, ...attributes },
    s("use", { href: name === "??" ? "#back" : `#c-${name}` }));
}

/** Two outlined cards and the words, wherever a table with real cards is named. */
export const realCards = (text = "Real cards") => h("span", { class: "real" }, s("svg", { viewBox: "0 0 38 30", "aria-hidden": "true" },
  s("rect", { x: 2, y: 4, width: 18, height: 24, rx: 3, transform: "rotate(-10 11 16)" }), s("rect", { x: 15, y: 3, width: 18, height: 24, rx: 3, transform: "rotate(8 24 15)" })), text);

/** A name of the rules for people: "five_card_bonus" is "five card bonus". */
export const words = (name) => name.replaceAll("_", " ");

/** The time of day of a moment. */
export const time = (ms) => new Date(ms).toLocaleTimeString("en-GB");

/** A random key for a command. */
export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Say something to people who listen instead of looking. */
export function announce(text) {
  const region = document.getElementById("live");
  if (region && text) region.textContent = text;
}

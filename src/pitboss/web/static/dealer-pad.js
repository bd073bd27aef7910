// The pad of 52: one touch a card, or two keys; used cards are gaps that say where they lie.

import { cardName, h, s } from "./dom.js";

export const RANKS = [..."AKQJT98765432"], SUITS = [..."shdc"];
const SUIT_WORDS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const RANK_VALUES = "23456789TJQKA", SUIT_VALUES = "cdhs";

/** The number of a card, 0 to 51. */
export const faceOf = (name) => 4 * RANK_VALUES.indexOf(name[0]) + SUIT_VALUES.indexOf(name[1]);

/** The card of a number. */
export const nameOf = (face) => RANK_VALUES[face >> 2] + SUIT_VALUES[face & 3];

/** A rank as it is printed. */
export const printed = (rank) => (rank === "T" ? "10" : rank);

/** A card in small: "Q♦" with its pip drawn. */
export const small = (name) => [printed(name[0]), h("span", { class: "sr" }, ` of ${SUIT_WORDS[name[1]]}`),
  s("svg", { class: "pip", viewBox: "0 0 100 100", style: `fill: var(--pip-${name[1]})`, "aria-hidden": "true" }, s("use", { href: `#suit-${name[1]}` }))];

const pip = (suit) => s("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, s("use", { href: `#suit-${suit}` }));

export class Pad {
  /** `enter(name)` is called with each card that is touched, used or not. */
  constructor(enter) {
    this.keys = new Map();
    this.element = h("div", { class: "pad", role: "group", "aria-label": "The 52 cards" }, SUITS.map((suit) => [
      h("span", { class: "suit", "aria-hidden": "true" }, pip(suit), h("span", {}, suit.toUpperCase())),
      RANKS.map((rank) => {
        const name = rank + suit;
        const key = h("button", { class: "key", type: "button", "data-card": name, "data-key": `card ${name}`, style: `--suit: var(--suit-${suit})`, "aria-label": cardName(name), onclick: () => enter(name) },
          printed(rank), pip(suit), h("small", { hidden: true }));
        this.keys.set(name, key);
        return key;
      }),
    ]));
  }

  /** Show what is used, a half typed rank, and a card that was touched again; `off` where no card is asked for: then only used ones answer. */
  show({ used, half = "", again = null, off = false, inert = false }) {
    this.element.inert = inert;
    this.element.classList.toggle("off", off);
    for (const [name, key] of this.keys) {
      const lies = used.get(name), label = key.querySelector("small");
      key.classList.toggle("half", Boolean(half) && name[0] === half && !lies);
      key.classList.toggle("again", name === again);
      key.classList.toggle("used", Boolean(lies));
      if (off && !lies) key.setAttribute("aria-disabled", "true");
      else key.removeAttribute("aria-disabled");
      key.setAttribute("aria-label", lies ? `${cardName(name)}, used: ${lies}` : cardName(name));
      label.textContent = lies ?? "";
      label.hidden = !lies;
    }
  }
}

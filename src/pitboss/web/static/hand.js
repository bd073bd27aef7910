// One's own cards, large, beside the choices: to look at, to pick from unseen, or to lay high and low.

import { card, cardName, h } from "./dom.js";

const ORDER = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"];

/** Cards to look at; those set aside do not count. */
export const showHand = (names, aside, position) => h("div", { class: "tray" },
  h("ul", { class: `cards n${names.length}`, "aria-label": "Your cards" }, names.map((name, index) => h("li", { class: aside.includes(name) ? "aside" : null }, card(name, { "data-card": `${position}:${index}` })))));

/** Face-down cards to choose from; `chosen` are places from 1 in the order of choosing. */
export const pickHand = (count, chosen, toggle, position) => h("div", { class: "tray" },
  h("ul", { class: `cards n${count}` }, Array.from({ length: count }, (_, index) => {
    const place = index + 1, rank = chosen.indexOf(place);
    return h("li", {}, h("button", {
      class: "card-button", type: "button", "data-key": place, "data-focus": `card-${place}`, "aria-pressed": String(rank >= 0),
      "aria-label": `Card ${place}, face down${rank >= 0 ? `, ${ORDER[rank]} picked` : ""}`, onclick: () => toggle(place),
    }, card("??", { "aria-hidden": "true", role: null, "aria-label": null, "data-card": `${position}:${index}` }), rank >= 0 && h("span", { class: "picked" }, `✓ ${ORDER[rank]}`)));
  })));

/** Cards in two trays; a touch moves a card to the other one, and so does dragging it there. */
export const setHand = (names, low, words, { move, number, position }) => {
  const tray = (title, kind, places, count) => {
    const box = h("div", { class: `tray ${kind}`, role: "group", "aria-label": `${title}, ${count} cards`,
      ondragover: (event) => event.preventDefault(),
      ondrop: (event) => {
        event.preventDefault();
        const place = Number(event.dataTransfer.getData("text/plain"));
        if (place && low.includes(place) !== (kind === "low")) move(place);
      } },
      h("p", { class: "tray-head" }, h("span", { class: "caps" }, title), h("span", { class: "tray-words" }, words[kind] ?? "")),
      h("ul", { class: `cards n${count}`, style: `--of:${count}` }, places.map((place) => h("li", {}, h("button", {
        class: "card-button", type: "button", draggable: "true", "data-key": place, "data-focus": `card-${place}`,
        "aria-label": `${cardName(names[place - 1])}, ${kind}. Move it ${kind === "low" ? "high" : "low"}`,
        onclick: () => move(place), ondragstart: (event) => event.dataTransfer.setData("text/plain", place),
      }, card(names[place - 1], { "aria-hidden": "true", role: null, "aria-label": null, "data-card": `${position}:${place - 1}` }), h("kbd", { "aria-hidden": "true" }, String(place))))),
      Array.from({ length: Math.max(0, count - places.length) }, () => h("li", { class: "empty", "aria-hidden": "true" }))));
    return box;
  };
  const all = names.map((_, index) => index + 1);
  return h("div", { class: "trays" }, tray("High", "high", all.filter((place) => !low.includes(place)), number.high), tray("Low", "low", low, number.low));
};

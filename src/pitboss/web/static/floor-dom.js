// What all parts of the console share: drawing again without losing the place, and forms made from fields.

import { h } from "./dom.js";

const drawn = new WeakMap();

/**
 * Draw a part of the page from data, if the data has changed since. Whoever had the focus keeps it: parts with the same
 * data-key are the same part. If it is gone, `home` gets the focus.
 */
export function draw(place, data, make, home = null) {
  const now = JSON.stringify(data);
  if (drawn.get(place) === now) return;
  drawn.set(place, now);
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.closest("[data-key]")?.dataset.key;
  place.replaceChildren(...[make(data)].flat(Infinity).filter(Boolean));
  if (!focused) return;
  const same = key && [...place.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
  (same ?? home)?.focus();
}

/** Forget what was drawn, so that the next drawing is a new one. */
export const redraw = (place) => drawn.delete(place);

/** In whose name a step is taken: in one's capacity, or for the player whose word or act staff enter. */
export const byWhom = ({ role, player }) => (role === "player" ? { player } : { role });

let number = 0;

/**
 * A form for fields: its rows, and what it says. `read()` throws a sentence for the person if something is missing; with
 * `blank`, texts that are still to be written are that.
 */
export function fieldsFor(fields, onchange = () => {}) {
  const inputs = fields.map((field) => [field, inputFor(field, onchange)]);
  return {
    rows: inputs.map(([, { row }]) => row),
    read: (blank = null) => Object.fromEntries(inputs.map(([field, { value }]) => [field.name, value(blank)]).filter(([, value]) => value !== undefined)),
  };
}

const labelled = (field, input) => h("label", { class: "field", for: input.id }, field.label, input, field.help && h("small", {}, field.help));

function inputFor(field, onchange) {
  const id = `field-${++number}`;
  const attributes = { id, oninput: onchange, "data-key": `field ${field.name}` };
  const kinds = { choice, counts, places, names, text, face, faces, misread, number: numeric, money: dollars };
  return kinds[field.kind](field, attributes);
}

function choice(field, attributes) {
  const select = h("select", attributes, field.choices.map(([value, words], index) =>
    h("option", { value: index, selected: value === field.start }, words)));
  return { row: labelled(field, select), value: () => field.choices[select.value][0] };
}

function numeric(field, attributes) {
  const input = h("input", { ...attributes, type: "number", inputmode: "numeric", min: field.least, max: field.most, value: field.start ?? "" });
  return { row: labelled(field, input), value: () => {
    if (input.value === "") {
      if (field.optional) return undefined;
      throw new Error(`Say how many: ${field.label.toLowerCase()}.`);
    }
    return Math.trunc(Number(input.value));
  } };
}

function dollars(field, attributes) {
  const input = h("input", { ...attributes, inputmode: "decimal", placeholder: "$0.00" });
  return { row: labelled(field, input), value: () => {
    const cents = centsOf(input.value);
    if (cents === null || (cents === 0 && field.least !== 0)) throw new Error("Say how much, in dollars.");
    return cents;
  } };
}

/** "-$1,250.50" in cents; null if it is no amount. */
export function centsOf(text) {
  const clean = text.replaceAll(/[$,\s]/g, "").replace("−", "-");
  return /^-?\d+(\.\d{1,2})?$/.test(clean) ? Math.round(Number(clean) * 100) : null;
}

function text(field, attributes) {
  const input = h("input", { ...attributes, maxlength: 300, autocomplete: "off" });
  return { row: labelled(field, input), value: (blank) => {
    const said = input.value.trim() || blank;
    if (!said) throw new Error(`${field.label}: say it in a few words.`);
    return said;
  } };
}

function names(field, attributes) {
  const input = h("input", { ...attributes, value: field.start.join(", "), autocomplete: "off" });
  return { row: labelled(field, input), value: () => input.value.split(",").map((name) => name.trim()).filter(Boolean) };
}

function places(field, attributes) {
  const input = h("input", { ...attributes, value: field.start.join(" "), inputmode: "numeric" });
  return { row: labelled(field, input), value: () => input.value.split(/\D+/).filter(Boolean).map(Number) };
}

function counts(field, attributes) {
  const inputs = field.choices.map(([position, words]) => [position, words, h("input", {
    id: `${attributes.id}-${position}`, type: "number", min: 0, max: 52, oninput: attributes.oninput, "data-key": `count ${position}`,
  })]);
  const row = h("fieldset", { class: "counts" }, h("legend", {}, field.label),
    inputs.map(([, words, input]) => h("label", { class: "field", for: input.id }, words, input)));
  return { row, value: () => inputs.map(([position, words, input]) => {
    if (input.value === "") throw new Error(`Say how many cards there are: ${words.toLowerCase()}.`);
    return [position, Math.trunc(Number(input.value))];
  }) };
}

function faces(field, attributes) {
  const input = h("input", { ...attributes, autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 200 });
  return { row: labelled(field, input), value: () => facesOf(input.value, field.least) };
}

function face(field, attributes) {
  const { row, value } = faces({ ...field, least: 1 }, attributes);
  return { row, value: () => value()[0] };
}

function misread(field, attributes) {
  const { row, value } = faces(field, attributes);
  return { row, value: () => {
    const said = value();
    if (said.length % 2) throw new Error("Give the cards in pairs: each as it was read, then as it is.");
    return said.flatMap((was, place) => (place % 2 ? [] : [[was, said[place + 1]]]));
  } };
}

const SUITS = { c: 0, "♣": 0, d: 1, "♦": 1, h: 2, "♥": 2, s: 3, "♠": 3 };

/** "Q♦ 9c 10h" as numbers from 0 to 51; throws a sentence for the person. `wanted` is how many, or the least of pairs. */
export function facesOf(text, wanted) {
  const cards = text.replaceAll("\uFE0F", "").split(/[\s,;]+/).filter(Boolean).flatMap((word) => word.match(/(?:10|[2-9TJQKA])[shdc♠♥♦♣]|.+/gi));
  const found = cards.map((card) => {
    const [, rank, suit] = card.match(/^(10|[2-9TJQKA])([shdc♠♥♦♣])$/i) ?? [];
    if (!rank) throw new Error(`“${card}” is no card: give rank and suit, as in Q♦ or Qd.`);
    return 4 * RANKS.indexOf(rank === "10" ? "T" : rank.toUpperCase()) + SUITS[suit.toLowerCase()];
  });
  if (found.length < wanted) throw new Error(`${wanted} card${wanted > 1 ? "s are" : " is"} to be read, you gave ${found.length}.`);
  return found;
}

const RANKS = "23456789TJQKA";

// The felt as the server drew it: where areas, places for cards and name plates are, and layers to put things on.

import { s } from "./dom.js";

const LAYERS = ["chips", "cards", "plates", "marks", "touch"];
const numbers = (element, ...names) => Object.fromEntries(names.map((name) => [name, Number(element.dataset[name] ?? 0)]));
const position = (element) => Number(element.dataset.position ?? 0);

/** Read a drawing once; scripts only add to it. */
export const readFelt = (svg) => {
  svg.querySelector("title")?.remove();
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", "The felt");
  for (const child of svg.children) child.setAttribute("aria-hidden", "true");
  const all = (kind) => [...svg.querySelectorAll(`.${kind}`)];
  const areas = new Map(all("area").map((area) => [
    `${area.dataset.wager}@${position(area)}`,
    { element: area, wager: area.dataset.wager, position: position(area), ...numbers(area, "x", "y", "turn", "radius") },
  ]));
  const slots = all("slot").map((slot) => ({
    element: slot, name: slot.dataset.slot, position: position(slot), ...numbers(slot, "count", "x", "y", "turn", "width", "height", "card", "step"),
  }));
  const plates = new Map(all("plate").map((plate) => [position(plate), numbers(plate, "x", "y", "width", "height")]));
  const places = new Map(all("position").map((place) => [position(place), { element: place, ...numbers(place, "x", "y", "turn") }]));
  const layers = Object.fromEntries(LAYERS.map((name) => {
    const layer = s("g", { class: `layer ${name}`, "aria-hidden": name === "touch" || name === "plates" ? null : "true" });
    svg.append(layer);
    return [name, layer];
  }));
  return { svg, areas, slots, plates, places, layers, shoe: middle(svg, "shoe"), discards: middle(svg, "discards") };
};

/** Where a fixture stands; cards come from the shoe and go to the discards. */
const middle = (svg, name) => {
  const box = svg.querySelector(`[data-fixture="${name}"]`)?.getBBox() ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** Where card number `index` of `count` lies in a place. */
export const cardSpot = (slot, index, count) => {
  const angle = (slot.turn * Math.PI) / 180;
  const step = count > slot.count && count > 1 ? (slot.width - slot.card) / (count - 1) : slot.step;
  const along = (index - (count - 1) / 2) * step;
  return { x: slot.x + along * Math.cos(angle), y: slot.y + along * Math.sin(angle), turn: slot.turn, width: slot.card };
};

/** The places of a hand's cards: in one place, or those set low apart from the others. */
export const handSpots = (felt, place, hand, count) => {
  const own = felt.slots.filter(({ name, position }) => position === place && (place || name === "dealer"));
  if (own.length === 1) return Array.from({ length: count }, (_, index) => cardSpot(own[0], index, count));
  const indices = Array.from({ length: count }, (_, index) => index);
  const named = own.filter(({ name }) => hand[name]?.length);
  const spots = [];
  const lay = (slot, which) => which.forEach((card, index) => (spots[card] = cardSpot(slot, index, which.length)));
  let rest = indices;
  for (const slot of named) {
    const which = hand[slot.name].map((number) => number - 1);
    rest = rest.filter((index) => !which.includes(index));
    lay(slot, which);
  }
  for (const slot of own.filter((one) => !named.includes(one))) lay(slot, rest.splice(0, named.length ? rest.length : slot.count));
  return spots;
};

/** Where the community cards lie. */
export const boardSlots = (felt) => felt.slots.filter(({ name }) => name.startsWith("community"));

// Cards, chips and names on the felt, as they lay after a record.

import { cardsOf, money, s } from "./dom.js";

const CHIPS = [1000, 500, 100, 25, 5, 1], MOST_CHIPS = 4, RISE = 4.5, CHIP = 38, LONGEST = 14;
const SIGNS = { win: "▲", lose: "▼", push: "=", void: "○", forfeit: "▼" };

/** The stage of a table; its layout is fetched anew where another one lay there. */
export function felt(stage, table, digest) {
  let lies = digest;
  return {
    /** Draw a moment; `record` is what has just happened. */
    async show(moment, record) {
      if (moment.digest !== lies && moment.digest) {
        const response = await fetch(`/api/audit/${table}/felt/${moment.version}`);
        const drawing = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
        stage.replaceChildren(document.importNode(drawing, true));
        lies = moment.digest;
      }
      const drawing = stage.querySelector("svg");
      drawing.querySelector(".lying")?.remove();
      drawing.append(s("g", { class: "lying" }, moment.view ? lying(drawing, moment.view, record) : []));
    },
  };
}

const number = (element, name) => Number(element.dataset[name]);

function lying(drawing, view, record) {
  const playing = view.round && !view.round.over ? view.round : null;
  const wagers = [...drawing.querySelectorAll("g.area")].map((area) => wager(area, view, playing, record));
  const plates = [...drawing.querySelectorAll("g.plate")].map((place) => plate(place, view, record));
  return [...wagers, ...plates, ...(playing ? hands(drawing, playing) : [])];
}

// --- cards ---

function hands(drawing, round) {
  const found = [];
  const slots = (name, position) => drawing.querySelector(`g.slot[data-slot="${name}"]${position ? `[data-position="${position}"]` : ""}`);
  const board = cardsOf(round.board);
  board.forEach((card, index) => {
    const slot = slots(`community-${index + 1}`);
    if (slot) found.push(row(slot, [card]));
  });
  for (const [position, hand] of Object.entries(round.hands)) {
    if (hand.racked) continue;
    const cards = cardsOf(hand.cards);
    const away = hand.folded || hand.void;
    if (position === "0") {
      const slot = slots("dealer");
      found.push(row(slot, cards));
      if (cards.length && round.cover.startsWith("on the dealer")) found.push(cover(slot));
      continue;
    }
    const whole = slots("player", position);
    if (whole) found.push(row(whole, cards, away, hand.picked));
    else found.push(...split(slots("high", position), slots("low", position), cards, hand.low, away));
  }
  return found;
}

/** Cards side by side in a slot; those that were picked stand a little forward. */
function row(slot, cards, away = false, picked = []) {
  const width = number(slot, "card"), most = number(slot, "step") * Math.max(0, number(slot, "count") - 1);
  const step = cards.length > 1 ? Math.min(number(slot, "step") || width, most / (cards.length - 1) || width) : 0;
  return s("g", { transform: slot.getAttribute("transform"), class: away ? "away" : null },
    cards.map((card, index) => face(card, (index - (cards.length - 1) / 2) * step, picked.includes(index + 1) ? -7 : 0, width)));
}

/** A hand that is set high and low; before that it lies between the two places. */
function split(high, low, cards, places, away) {
  if (places.length) {
    const isLow = (_, index) => places.includes(index + 1);
    return [row(high, cards.filter((card, index) => !isLow(card, index)), away), row(low, cards.filter(isLow), away)];
  }
  const x = (number(high, "x") + number(low, "x")) / 2, y = (number(high, "y") + number(low, "y")) / 2;
  const width = number(high, "card"), step = number(high, "step") * 1.5;
  return [s("g", { transform: `translate(${x} ${y}) rotate(${number(high, "turn")})`, class: away ? "away" : null },
    cards.map((card, index) => face(card, (index - (cards.length - 1) / 2) * step, 0, width)))];
}

const face = (card, x, y, width) => s("use", {
  href: card === "??" ? "#back" : `#c-${card}`, x: x - width / 2, y: y - width * 0.7, width, height: width * 1.4,
});

const cover = (slot) => {
  const width = number(slot, "card");
  return s("g", { transform: slot.getAttribute("transform") },
    s("use", { href: "#cover", x: -width / 2, y: -width * 0.7 + 9, width, height: width * 1.4 }));
};

// --- chips ---

function wager(area, view, playing, record) {
  const { position, wager: name } = area.dataset;
  const hand = playing?.hands[position];
  const result = hand && !hand.racked && hand.results.find((line) => line.wager === name);
  const there = (playing ? (result ? null : hand?.wagers) : view.bets[position]?.wagers) ?? {};
  const lies = there[name] ?? 0, isUnknown = there[name] === null;
  const now = record?.wager === name && record.position === Number(position);
  const radius = number(area, "radius");
  return s("g", { transform: `translate(${area.dataset.x} ${area.dataset.y})` },
    now && s("circle", { class: "now", r: radius + 4 }),
    lies > 0 && [stack(lies), plaque(money(lies), radius)],
    isUnknown && stack(100),
    result && settled(result, radius));
}

/** At most four chips; the plaque tells the sum. */
function stack(cents) {
  const chips = [];
  let left = cents / 100;
  for (const value of CHIPS) {
    while (left >= value && chips.length < MOST_CHIPS) {
      chips.push(value);
      left -= value;
    }
  }
  if (!chips.length) chips.push(1);
  return chips.map((value, index) => s("use", {
    href: index === chips.length - 1 ? `#chip-${value}` : `#chip-${value}-edge`,
    x: -CHIP / 2, y: -CHIP / 2 - index * RISE + 2, width: CHIP, height: CHIP,
  }));
}

function plaque(text, radius, kind = "") {
  const width = Math.max(36, text.length * 8.2 + 14);
  return s("g", { class: `plaque ${kind}`, transform: `translate(0 ${radius - 8})` },
    s("rect", { x: -width / 2, y: -11, width, height: 22, rx: 11 }),
    s("text", { y: 5.2 }, text));
}

const settled = ({ outcome, odds, paid, returned }, radius) =>
  plaque(paid === null ? `${SIGNS[outcome]} ${odds ?? outcome}` : paid + returned ? `${SIGNS[outcome]} ${money(paid + returned)}` : `${SIGNS[outcome]} lost`, radius, outcome);

// --- names ---

function plate(place, view, record) {
  const { position } = place.dataset;
  const hand = view.round && !view.round.over ? view.round.hands[position] : null;
  const name = view.seats[position] ?? hand?.player ?? view.bets[position]?.player;
  if (!name) return null;
  const width = number(place, "width"), height = number(place, "height") + 4;
  const said = hand?.void ? "void" : hand?.folded ? "folded" : hand?.departed ? "walked away" : view.stakes === "announced" ? "" : money(view.chips[name] ?? 0);
  const shown = name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;
  return s("g", { class: `name-plate${record?.position === Number(position) ? " now" : ""}`, transform: `translate(${place.dataset.x} ${place.dataset.y})` },
    s("rect", { x: -width / 2, y: -height / 2, width, height, rx: 8 }),
    s("text", { y: -3 }, shown),
    s("text", { y: 14, class: "chips" }, said));
}

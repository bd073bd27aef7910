// Puts a scene on the felt: cards, chips, name plates, and the areas one may touch.

import { areReal, money, s } from "./dom.js";
import { onArea } from "./chips.js";
import { appear, fly, leave, turn, vanish } from "./deal.js";
import { boardSlots, cardSpot, handSpots } from "./felt.js";
import { DEALER, cardsAt, label, resultsAt, statusAt, wagersAt } from "./scene.js";

const SHAPE = 1.4;
const COVER = "on the dealer's cards";
const LINE = 15, LETTER = 5.9;
const CARDS = /^[2-9TJQKA][shdc] [^:]*: /, KICKERS = / \([^)]*\)/;

export const createTop = (felt) => {
  const cards = new Map(), lying = new Map();
  const printed = [...felt.svg.querySelectorAll(".pay-table")].map((print) => print.getBBox()).map(({ x, width }) => x + width);

  /** All cards that lie on the table: { key, name, spot, dim }. */
  const wanted = (now) => {
    if (!now.shown) return [];
    const { round, hands } = now, list = [];
    for (const [position, hand] of hands) {
      const faces = cardsAt(now, position);
      const spots = handSpots(felt, position, hand, faces.length);
      faces.forEach((name, index) => spots[index] && list.push({
        key: `${position}:${index}`, name, spot: spots[index], position, dim: Boolean(hand.folded || hand.void),
      }));
    }
    const board = round.board ? round.board.split(" ") : [], slots = boardSlots(felt);
    board.forEach((name, index) => slots[index] && list.push({ key: `board:${index}`, name, spot: cardSpot(slots[index], 0, 1), position: "board" }));
    if (round.cover === COVER && cardsAt(now, DEALER).length) {
      const slot = felt.slots.find(({ name }) => name === "dealer");
      list.push({ key: "cover", name: "cover", spot: { ...cardSpot(slot, 0, 1) }, position: DEALER });
    }
    return list;
  };

  const href = (name) => (name === "??" ? "#back" : name === "cover" ? "#cover" : `#c-${name}`);
  const face = (name, width) => (areReal && name === "??" ? s("rect", { class: "place", x: -width / 2, y: (-width * SHAPE) / 2, width, height: width * SHAPE, rx: width * 0.08 }) : s("use", { href: href(name), x: -width / 2, y: (-width * SHAPE) / 2, width, height: width * SHAPE }));

  const drawn = ({ name, spot }) => {
    const inner = s("g", { class: "turning" }, s("rect", { class: "shade", x: -spot.width / 2 + 0.5, y: (-spot.width * SHAPE) / 2 + 2, width: spot.width, height: spot.width * SHAPE, rx: spot.width * 0.08 }), face(name, spot.width));
    return s("g", { class: "lying" }, inner);
  };

  const towards = (from, spot) => {
    const angle = (-spot.turn * Math.PI) / 180, x = from.x - spot.x, y = from.y - spot.y;
    return { x: x * Math.cos(angle) - y * Math.sin(angle), y: x * Math.sin(angle) + y * Math.cos(angle) };
  };

  const layCards = (now, plan) => {
    const list = wanted(now), keys = new Set(list.map(({ key }) => key)), number = now.round?.number;
    for (const slot of felt.slots) slot.element.classList.toggle("covered", list.some(({ position }) => position === slot.position));
    for (const [key, card] of cards) {
      if (keys.has(key) && card.number === number) continue;
      card.element.remove();
      cards.delete(key);
    }
    for (const want of list) {
      const { key, name, spot, dim, position } = want;
      let card = cards.get(key);
      const isNew = !card;
      if (isNew) {
        card = { element: drawn(want), name, number };
        cards.set(key, card);
        felt.layers.cards.append(card.element);
      }
      card.element.setAttribute("transform", `translate(${spot.x} ${spot.y}) rotate(${spot.turn})`);
      card.element.classList.toggle("dim", Boolean(dim));
      const inner = card.element.firstChild, start = plan.cards.get(key === "cover" ? `${DEALER}:1` : key), turns = plan.turns.get(position);
      if (isNew && start !== undefined) {
        fly(card.element.firstChild, towards(felt.shoe, spot), start);
        if (name !== "??" && typeof position === "number" && key !== "cover") uncover(inner, spot, start + 300);
      } else if (card.name !== name) {
        inner.lastChild.replaceWith(face(name, spot.width));
        if (card.name === "??" && turns !== undefined) uncover(inner, spot, turns);
      }
      card.name = name;
    }
    for (const delay of plan.burns) {
      const { width } = cardSpot(felt.slots[0], 0, 1);
      const burned = s("g", { class: "lying", transform: `translate(${felt.shoe.x} ${felt.shoe.y})` }, s("g", {}, face("??", width * 0.7)));
      felt.layers.cards.append(burned);
      leave(burned.firstChild, { x: felt.discards.x - felt.shoe.x, y: felt.discards.y - felt.shoe.y }, delay);
    }
  };

  const uncover = (inner, spot, delay) => {
    const back = face("??", spot.width);
    inner.append(back);
    turn(inner, back, delay);
  };

  /** Chips and verdicts; `pending` are bets on their way to the table. */
  const layChips = (now, plan, pending) => {
    const asked = askedFor(now);
    for (const [key, area] of felt.areas) {
      const { wager, position } = area;
      const stakes = pending.get(position) ?? wagersAt(now, position);
      const line = pending.has(position) ? null : resultsAt(now, position).get(wager) ?? null;
      const thing = { stake: stakes[wager] ?? 0, line, asked: asked.get(key) ?? 0 };
      const said = JSON.stringify(thing), before = lying.get(key);
      if (before?.said === said) continue;
      const element = onArea(area, thing), start = plan.results.get(key);
      if (before?.element) vanish(before.element, line ? start : undefined);
      if (element) felt.layers.chips.append(element);
      lying.set(key, { said, element });
      if (element && line && start !== undefined) appear(element, start);
    }
  };

  /** What the dealer announced of the own hand, beside it; and the back of the uppermost card in the discard rack. */
  const laySaid = (now, plan) => {
    const slot = felt.slots.find(({ name }) => name === "dealer"), right = slot.x - slot.width / 2 - 10;
    const text = now.shown ? now.dealerSaid : "", isRacked = Boolean(now.round?.rack.length);
    if (felt.layers.marks.dataset.said === `${text}${isRacked}`) return;
    felt.layers.marks.dataset.said = `${text}${isRacked}`;
    const width = Math.floor((right - printed.filter((edge) => edge < right).reduce((most, edge) => Math.max(most, edge), 0) - 8) / LETTER);
    const lines = text ? text.split("; ").flatMap((part) => wrapped(part.replace(CARDS, "").replace(KICKERS, ""), width)) : [];
    const said = s("g", { class: "said" }, lines.map((line, index) => s("text", { x: right, y: slot.y + 5 + LINE * (index - (lines.length - 1) / 2) }, line)));
    const racked = isRacked && s("use", { href: "#back", x: felt.discards.x - 19, y: felt.discards.y - 36, width: 38, height: 53 });
    felt.layers.marks.replaceChildren(...[racked, said].filter(Boolean));
    if (plan.turns.has(DEALER)) appear(said, plan.turns.get(DEALER) + 200);
  };

  return { layCards, layChips, laySaid };
};

const wrapped = (text, width) => text.split(" ").reduce((lines, word) => {
  if (`${lines.at(-1)} ${word}`.length > width) return [...lines, word];
  return [...lines.slice(0, -1), `${lines.at(-1)} ${word}`.trim()];
}, [""]);

/** The play wagers that somebody here is asked for, by area. */
const askedFor = (now) => {
  const found = new Map();
  for (const { command, given } of now.decisions) {
    if (command !== "Act" || !given.amount) continue;
    const wager = now.rules.wagers.find(({ name, after_deal }) => after_deal && name === given.action);
    if (wager) found.set(`${wager.name}@${given.position}`, Math.min(given.amount, found.get(`${wager.name}@${given.position}`) ?? Infinity));
  }
  return found;
};

/** Name plates; a free seat is a button for somebody who may sit down. */
export const layPlates = (felt, now, sit) => {
  const free = now.seat ? [] : now.scene.moves.filter(({ command }) => command === "Sit").map(({ given }) => given.position);
  const plates = [...felt.plates].flatMap(([position, box]) => {
    const player = now.view.seats[position] ?? now.bets.get(position)?.player ?? (now.shown ? now.hands.get(position)?.player : null);
    const own = player && player === now.you?.name;
    const isFree = free.includes(position), { element } = felt.places.get(position);
    element.classList.toggle("own", Boolean(own && now.seat));
    element.classList.toggle("has-plate", Boolean(player || isFree));
    if (!player) return isFree ? [seatButton(position, box, sit)] : [];
    const name = own ? "You" : player, state = [`seat ${position}`, statusAt(now, position)].filter(Boolean).join(", ");
    const isDue = now.due?.given?.position === position && now.due?.player;
    return [s("g", { class: `name-plate${own ? " own" : ""}${isDue ? " waited" : ""}`, "aria-hidden": "true", transform: `translate(${box.x} ${box.y})` },
      s("rect", { x: -box.width / 2, y: -box.height / 2, width: box.width, height: box.height, rx: 10 }),
      s("text", { class: "who", y: -3.5 }, short(name, box.width)), s("text", { class: "doing", y: 12 }, short(state, box.width)))];
  });
  const said = plates.map((plate) => plate.textContent + plate.getAttribute("class")).join("|");
  if (felt.layers.plates.dataset.said === said) return;
  felt.layers.plates.dataset.said = said;
  felt.layers.plates.replaceChildren(...plates);
};

const short = (text, width) => (text.length * 6.1 > width - 8 ? `${text.slice(0, Math.floor((width - 14) / 6.1))}…` : text);

const seatButton = (position, box, sit) => {
  const act = () => sit(position);
  return s("g", { class: "name-plate free", role: "button", tabindex: 0, "aria-label": `Sit down at seat ${position}`, transform: `translate(${box.x} ${box.y})`,
    onclick: act, onkeydown: (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), act()) },
    s("rect", { x: -box.width / 2, y: -box.height / 2, width: box.width, height: box.height, rx: 10 }),
    s("text", { class: "who", y: 4.5 }, "Sit here"));
};

/** The areas one may bet on, as controls over the print. */
export const layTouch = (felt, now, amounts) => {
  const open = new Set(now.scene.moves.filter(({ command }) => command === "Bet").map(({ given }) => given.position));
  const wagers = now.rules.wagers.filter(({ after_deal }) => !after_deal);
  const keys = [...felt.areas.keys()].filter((key) => {
    const { wager, position } = felt.areas.get(key);
    return open.has(position) && wagers.some(({ name }) => name === wager);
  });
  const there = new Map([...felt.layers.touch.children].map((element) => [element.dataset.bet, element]));
  for (const [key, element] of there) if (!keys.includes(key)) element.remove();
  for (const key of keys) {
    if (there.has(key)) continue;
    const { x, y, radius, wager, position } = felt.areas.get(key);
    felt.layers.touch.append(s("g", { class: "bettable", "data-bet": key, "data-wager": wager, "data-position": position, role: "spinbutton",
      transform: `translate(${x} ${y})` }, s("circle", { r: radius + 2 })));
  }
  for (const element of felt.layers.touch.children) describe(element, now, amounts, wagers);
};

/** The words and numbers of an area for those who listen. */
export const describe = (element, now, amounts, wagers = now.rules.wagers) => {
  const { wager, position } = element.dataset, place = Number(position);
  const rule = wagers.find(({ name }) => name === wager), amount = amounts(place)[wager] ?? 0;
  element.setAttribute("tabindex", place === now.seat || now.ownBets.includes(place) ? 0 : -1);
  element.setAttribute("aria-label", `${label(now.rules, wager)}, seat ${position}`);
  element.setAttribute("aria-valuemin", 0);
  element.setAttribute("aria-valuemax", (rule.most ?? rule.least) / 100);
  element.setAttribute("aria-valuenow", amount / 100);
  element.setAttribute("aria-valuetext", amount ? money(amount) : "nothing");
};

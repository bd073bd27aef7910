// The dock below the felt: one sentence that asks, then the choices, the primary at the right.

import { areReal, cardsOf, h, money, s, words } from "./dom.js";
import { offered } from "./chips.js";
import { pickHand, setHand, showHand } from "./hand.js";
import { sign } from "./law.js";
import { withCards } from "./record.js";
import { netOfRound, resultsTable } from "./results.js";
import { capital, cardsAt, netAt, resultsAt } from "./scene.js";
import { NUMBERS, asking, choiceOf, isUnread, waitingFor } from "./wording.js";

/** Everything in the dock for a moment; `page` keeps what is chosen and carries out what is clicked. */
export const dockOf = (now, page) => {
  if (now.phase === "closed") return [say("This table is closed.", "Choose another one in the lobby."), acts(link("To the tables", "/"))];
  if (now.phase === "watching") return watching(now, page);
  if (now.phase === "deciding") return deciding(now, page);
  if (now.phase === "waiting") return waiting(now, page);
  return betting(now, page);
};

const say = (sentence, more = null, law = null) => h("div", { class: "ask" }, h("p", { class: "serif lead" }, sentence), more && h("p", { class: "more" }, more, law && " ", law));
const acts = (...buttons) => h("div", { class: "acts" }, buttons);
const brief = (page) => {
  const told = page.brief();
  return told.length ? h("ul", { class: "brief", "aria-hidden": "true" }, h("li", { class: "caps" }, "Coach"), told) : null;
};
const link = (text, href) => h("a", { class: "btn", href }, text);
const button = (text, onclick, { primary = false, disabled = false, choice = text, focus = choice, amount = 0, key = null, hint = key } = {}) => h("button", {
  class: `btn big${primary ? " primary" : ""}`, type: "button", onclick, disabled, "data-choice": choice, "data-focus": focus, "data-key": key,
}, h("span", {}, text), amount ? h("b", { class: "num" }, money(amount)) : null, hint && h("kbd", { "aria-hidden": "true" }, hint.length > 1 ? "↵" : hint.toUpperCase()));

const watching = (now, page) => {
  const free = now.scene.moves.some(({ command }) => command === "Sit");
  if (now.you && now.you.role !== "player") return [say("You watch this table.", now.playing ? waitingFor(now) : "Staff do not play.")];
  return [say(free ? "Take a seat and play." : "Every seat is taken.", free ? areReal ? "Chips are bought from the dealer." : "You buy in for $500 of play money; a free seat on the felt works, too." : "You can watch, or choose another table."),
    free ? acts(button("Sit down", () => page.sit(), { primary: true, key: "s" })) : acts(link("To the tables", "/"))];
};

const waiting = (now, page) => [hands(now, page), say(waitingFor(now), now.ownHands.length ? reading(now) : "You are dealt in when the next round begins.")];

const hands = (now, page, position = now.ownHands[0]) => {
  const laid = position ? cardsAt(now, position) : [], made = page.made(position);
  const cards = laid.includes("??") ? page.held(position) ?? laid : laid;
  if (!cards.length || (now.round.over && cards.includes("??"))) return null;
  const aside = now.hands.get(position).folded ? cards : made.length && made.length < cards.length ? cards.filter((name) => !made.includes(name)) : [];
  return showHand(cards, aside, position);
};

const lower = (text) => (/^[2-9TJQKA][shdc]\b/.test(text) ? text : text[0].toLowerCase() + text.slice(1));
const IN_FRONT = "Your cards are in front of you";
const reading = (now, position = now.ownHands[0]) => now.reading(position) || (isUnread(now, position) ? IN_FRONT : null);

// --- betting ---

const betting = (now, page) => {
  const { bets } = page, staked = bets.staked(), again = bets.before();
  const waits = now.scene.call;
  if (!now.betting && !staked) return broke(now, page);
  const chips = chipRack(now, page);
  const buttons = [];
  if (waits?.ready.includes(now.you.name)) return [chips, say("You are ready.", page.countdown)];
  if (staked) {
    buttons.push(button("Clear", () => bets.clear(), { key: "x" }), button("Double", () => bets.double(), { key: "d" }),
      button("Deal", () => page.ready(), { primary: true, disabled: !bets.isReady(), amount: staked, key: "Enter", choice: "Go" }));
  } else {
    if (again) buttons.push(button("Double", () => bets.again(2), { key: "d" }), button("Same again", () => bets.again(), { primary: true, amount: again, key: "Enter", choice: "Go", focus: "Go" }));
    else buttons.push(button("Bet the minimum", () => bets.least(), { primary: true, amount: bets.leastTotal(), key: "Enter", choice: "Go", focus: "Go" }));
  }
  if (!staked && now.shown && now.ownHands.length && now.round.over) return [hands(now, page), results(now), brief(page), h("div", { class: "next" }, chips, acts(buttons))];
  return [chips, say(staked ? `${money(staked)} on the felt.` : "Place your wagers.", betHint(now, page)), acts(buttons)];
};

const betHint = (now, page) => {
  if (now.scene.call) return page.countdown;
  const limits = now.rules.wagers.filter(({ after_deal }) => !after_deal).map(({ label, least, most, equals }) =>
    (equals.length ? `${label} equals the ${words(equals[0])}` : most === least ? `${label} ${money(least)}` : `${label} ${money(least)} to ${money(most)}`));
  return `${limits.join(" · ")}.`;
};

const broke = (now, page) => areReal ? [say("You have no chips to bet.", "Buy some from the dealer, who enters them here.")] : [say("You have no chips left.", "Buy some to go on; it is play money."), acts(button("Buy chips", () => page.cashier("buy"), { primary: true, key: "b" }))];

const chipRack = (now, page) => {
  const wagers = now.rules.wagers.filter(({ after_deal }) => !after_deal);
  const values = offered(Math.min(...wagers.map(({ least }) => least)), Math.min(now.chips || Infinity, Math.max(...wagers.map(({ most }) => most ?? 0))));
  if (!values.includes(page.chip / 100)) page.chip = (values.find((value) => value >= 5) ?? values.at(-1) ?? 1) * 100;
  return h("fieldset", { class: "rack" }, h("legend", { class: "caps" }, "Chip"), values.map((value) => h("label", {},
    h("input", { type: "radio", name: "chip", value, checked: value * 100 === page.chip, "data-focus": `chip-${value}`, "aria-label": `Chip of ${money(value * 100)}`, onchange: () => (page.chip = value * 100) }),
    chipDrawing(value))));
};

const chipDrawing = (value) => h("span", { class: "chip", "aria-hidden": "true" }, s("svg", { viewBox: "0 0 60 60" }, s("use", { href: `#chip-${value}` })));

const results = (now) => {
  const net = netOfRound(now);
  const head = net > 0 ? `You won ${money(net)}.` : net < 0 ? `You lost ${money(-net)}.` : "You are even.";
  const own = now.ownHands.length === 1 ? reading(now) : null;
  const told = [own && `You: ${lower(own)}.`, now.dealerSaid && `Dealer: ${now.dealerSaid}.`].filter(Boolean).join(" ");
  return h("div", { class: "ask came-out", tabindex: 0, role: "group", "aria-label": "Results" }, h("p", { class: "serif lead" }, head), h("p", { class: "more" }, withCards(told)),
    now.ownHands.map((position) => h("div", {}, now.ownHands.length > 1 && h("p", { class: "caps" }, `Seat ${position}, ${money(netAt(resultsAt(now, position)), { sign: true })}`), resultsTable(now, position))));
};

// --- decisions ---

const deciding = (now, page) => {
  const [move] = now.decisions, position = move.given.position;
  if (move.command === "SetHand" && page.isSetting(position)) return [arranged(now, page, position, cardsOf(now.hands.get(position).cards)), say("Your hand is being set.")];
  const mine = now.decisions.filter(({ command, given }) => command === move.command && given.position === position);
  const seat = now.ownHands.length > 1 && position ? `Seat ${position}: ` : "";
  const law = sign(now.rules.game, "What is asked", page.stepWords(move.clauses), move.clauses);
  const ask = (sentence, more) => say(seat + (seat ? lower(sentence) : sentence), more, law);
  const parts = { Pick: picking, SetHand: setting, Act: acting }[move.command]?.(now, page, mine, position, ask) ?? plainly(now, page, move, ask);
  return parts.toSpliced(-1, 0, brief(page));
};

const plainly = (now, page, move, ask) => [hands(now, page), ask(asking(now, [move]), ""), acts(button(capital(words(move.command.replace(/(?!^)[A-Z]/g, " $&").toLowerCase())), () => page.act(move, {}), { primary: true, key: "Enter" }))];

const picking = (now, page, [move], position, ask) => {
  const { number, most } = move.open.places, chosen = page.picked(position);
  if (areReal) return [hands(now, page, position), ask(asking(now, [move]), "Show the dealer which: the dealer turns them up and reads them."), acts()];
  const toggle = (place) => page.pick(position, chosen.includes(place) ? chosen.filter((one) => one !== place) : [...chosen, place].slice(-number));
  const left = number - chosen.length;
  return [pickHand(most, chosen, toggle, position), ask(asking(now, [move]), left ? `Nobody has seen them; ${NUMBERS[left]} to go.` : "The choice is final."),
    acts(button("Start over", () => page.pick(position, []), { disabled: !chosen.length, key: "x" }),
      button(`Turn up ${NUMBERS[number]}`, () => page.act(move, { places: [...chosen] }), { primary: true, disabled: left > 0, key: "Enter", choice: "Go" }))];
};

const setting = (now, page, [move], position, ask) => {
  if (areReal) return laid(now, page, move, position, ask);
  const { setting: number } = now.rules, cards = cardsOf(now.hands.get(position).cards), { low, said } = page.arrangement(position);
  const full = low.length === number.low;
  return [arranged(now, page, position, cards), ask(asking(now, [move]), said || "Touch a card to move it."),
    acts(houseWay(page, position), button("Set the hand", () => page.act(move, { low: [...low] }), { primary: true, disabled: !full, key: "Enter", choice: "Go" }))];
};

/** A hand of real cards is set on the felt: the low cards are the last ones in it, as the dealer will read them. */
const laid = (now, page, move, position, ask) => {
  const { high, low } = now.rules.setting;
  return [hands(now, page, position), ask(asking(now, [move]), "Set your cards on the table; the dealer reads them later."),
    acts(button("My hand is set", () => page.act(move, { low: Array.from({ length: low }, (_, place) => high + place + 1) }), { primary: true, key: "Enter", choice: "Go" }))];
};

const arranged = (now, page, position, cards) => {
  const { low, words: read } = page.arrangement(position);
  return setHand(cards, low, read, { number: now.rules.setting, move: (place) => page.moveCard(position, place), position });
};

const houseWay = (page, position) => button("House way", () => page.houseWay(position), { key: "h" });

const acting = (now, page, moves, position, ask) => {
  const sorted = [...moves].sort((a, b) => a.given.amount - b.given.amount), hand = now.hands.get(position);
  const staked = Object.entries(hand.wagers).filter(([wager]) => !hand.results.some((line) => line.wager === wager)).reduce((sum, [, amount]) => sum + amount, 0);
  const sets = now.rules.setting && !cardsOf(hand.cards).includes("??");
  const tray = sets ? arranged(now, page, position, cardsOf(hand.cards)) : hands(now, page, position);
  const buttons = sorted.map((move, index) => {
    const { text, initial } = choiceOf(move, hand);
    return button(text, () => page.act(move, {}), { primary: index === sorted.length - 1, amount: move.given.amount, choice: initial, focus: `act-${index}`, hint: String(index + 1) });
  });
  const why = page.arrangement(position).said;
  const more = sets ? why || "Touch a card to lay it low." : [reading(now, position), `${money(staked)} at stake.`].filter(Boolean).join(" · ");
  return [tray, ask(asking(now, sorted), more), h("div", { class: "acts" }, sets && houseWay(page, position), buttons)];
};

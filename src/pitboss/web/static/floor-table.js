// The middle column's facts: seats and wagers, the meter, the table's result, its cards, the record.

import { h, money, time, words } from "./dom.js";
import { clause } from "./law.js";
import { draw } from "./floor-dom.js";

const KEPT = 40;
const record = [];

/** Draw what the scene and the desk say of the table itself. */
export function drawTable(scene, desk) {
  const { view } = scene;
  draw(document.getElementById("seats"), [view.round, view.bets, view.seats, view.chips, scene.call, view.excluded, desk.due?.given, desk.due?.player], () => seats(scene, desk));
  draw(document.getElementById("money"), [view.meter, desk.metered, desk.result], () => [desk.metered && meter(view.meter), desk.result && result(desk.result)]);
  draw(document.getElementById("equip"), [desk.equipment, view.devices, view.decks], () => equipment(desk, view));
}

/** Add what has happened to the record. */
export function addToRecord(game, feed) {
  const known = new Set(record.map((moment) => moment.seq));
  record.unshift(...feed.filter((moment) => !known.has(moment.seq)).reverse());
  record.length = Math.min(record.length, KEPT);
  draw(document.getElementById("record"), record.map(({ seq }) => seq), () => record.map((moment) => h("li", {},
    h("time", { class: "num" }, time(moment.at)),
    h("span", {}, h("b", {}, moment.title), moment.detail && ` ${moment.detail}`),
    h("span", { class: "ids" }, moment.clauses.slice(0, 1).map((one) => clause(game, one))))));
}

const short = (wager) => words(wager).replace("progressive", "progr.").replace(/ (wager|bet)$/, "");

function seats(scene, desk) {
  const { view } = scene;
  const playing = view.round && !view.round.over;
  const lines = playing ? inRound(view, desk) : between(scene);
  if (!lines.length) return h("p", { class: "sub" }, "Nobody is seated.");
  const wagers = [...new Set(lines.flatMap((line) => Object.keys(line.wagers)))];
  const cell = (text, attributes = {}) => h("td", attributes, text);
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Seats and wagers" }, h("table", {},
    h("thead", {}, h("tr", {}, ["Seat", "Player", ...wagers.map(short), "Chips", "State"].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, lines.map((line) => h("tr", { class: line.now ? "now" : null },
      h("th", { scope: "row" }, line.position), cell(line.player),
      wagers.map((wager) => cell(lies(view, line.wagers, wager), { class: "num" })),
      cell(view.stakes === "announced" ? "–" : money(view.chips[line.player] ?? 0), { class: "num" }), cell(line.state))))));
}

/** What lies on an area; where stakes are announced, that something does. */
const lies = (view, wagers, name) => (wagers[name] ? money(wagers[name]) : name in wagers && view.stakes === "announced" ? "●" : "–");

function inRound(view, desk) {
  const dueAt = desk.due?.role === "player" ? desk.due.given.position : null;
  return Object.entries(view.round.hands).filter(([position]) => position !== "0").map(([position, hand]) => ({
    position, player: hand.player, wagers: hand.wagers, now: Number(position) === dueAt, state: stateOf(hand, Number(position) === dueAt, view.stakes === "announced"),
  }));
}

function stateOf(hand, isDue, announced) {
  if (hand.void) return "void";
  if (hand.results.length) {
    const net = hand.results.reduce((sum, line) => sum + line.paid + line.returned - line.stake, 0);
    const open = Object.keys(hand.wagers).length > hand.results.length;
    return `${open ? "settling" : "settled"}${announced ? "" : `, ${money(net, { sign: true })}`}`;
  }
  if (isDue) return hand.departed ? "walked away, to act" : "to act";
  if (hand.departed) return "walked away";
  if (hand.folded) return "folded";
  return hand.played ? "played" : "in play";
}

function between({ view, call }) {
  return Object.entries(view.seats).map(([position, player]) => {
    const bets = view.bets[position];
    const state = view.excluded.includes(player) ? "excluded" : call?.ready.includes(player) ? "ready" : bets ? "betting" : "seated";
    return { position, player, wagers: bets?.wagers ?? {}, now: false, state };
  });
}

function meter(cents) {
  const figures = [...money(cents, { always: true })];
  const kind = (figure) => (figure === "$" ? "d" : /\d/.test(figure) ? "" : "sep");
  return h("section", { class: "panel meter", "aria-labelledby": "m-h" }, h("h2", { id: "m-h", class: "caps" }, "Progressive meter"),
    h("p", { class: "odo serif" }, h("span", { class: "sr" }, money(cents, { always: true })), h("span", { "aria-hidden": "true" }, figures.map((figure) => h("i", { class: kind(figure) }, figure)))),
    h("p", { class: "sub" }, "Read once, after the last contribution of the round."));
}

function result({ since, rounds, void: voided, drop, win, rack, expected, announced, inventory }) {
  const line = (label, value, total = false) => h("div", { class: total ? "tot" : null }, h("dt", {}, label), h("dd", { class: "num" }, value));
  return h("section", { class: "panel result", "aria-labelledby": "r-h" }, h("h2", { id: "r-h", class: "caps" }, `Table result since ${time(since).slice(0, 5)}`),
    h("dl", {}, line("Rounds", rounds), line("Void", voided),
      ...(announced ? [] : [line("Drop", money(drop)), line("Rack since set up", money(rack)), line("Win", money(win), true), line("Hold", drop ? `${((100 * win) / drop).toFixed(1)}%` : "–", true)])),
    inventory && counted(inventory, line),
    h("p", { class: "sub" }, announced ? "Stakes are announced: no amounts are known." : expected === null ? "No expectation: the game is being solved, or the submission changed in this shift, or a wager has no price." : `Expected by the exact edge, with best play: ${money(expected, { always: true })}.`));
}

/** The counts of the rack, and what they say was won beside what the ledger tracked. */
function counted({ opener, fills, credits, closer, drop, counted_win: won, tracked_win: tracked, difference }, line) {
  const sum = (amounts) => amounts.reduce((total, cents) => total + cents, 0);
  const known = (cents, options) => (cents === null ? "not known yet" : money(cents, options));
  if (opener === null && closer === null && drop === null && !fills.length && !credits.length) return null;
  return h("dl", { class: "counted" }, line("Opener", known(opener)), line(`Fills, ${fills.length}`, money(sum(fills))), line(`Credits, ${credits.length}`, money(sum(credits))),
    line("Closer", known(closer)), line("Drop counted", known(drop)), line("Win by the counts", known(won), true),
    line("Win tracked since the opener", known(tracked), true), line("Difference", known(difference, { sign: true }), true));
}

const WHERE = { loaded: "ready", play: "in play", rack: "in the rack", shuffler: "in the shuffler", table: "on the table" };
const SHUFFLE = { manual: "by hand", automated: "automated shuffler" };

function equipment({ game, equipment: found }, view) {
  const entry = (label, value, clauses = []) => h("div", {}, h("dt", {}, label), h("dd", {}, value, clauses.slice(0, 1).map((one) => clause(game, one))));
  const decks = Object.entries(view.decks).map(([name, deck]) => `${name}: ${deck.due ? words(deck.due).replaceAll("-", " ") + " due" : WHERE[deck.where] ?? deck.where}`);
  return [
    entry("Next stub count", found.stub === null ? "by the device" : found.stub === 0 ? "this round" : `in ${found.stub} round${found.stub === 1 ? "" : "s"}`, found.stub_clauses),
    entry("Shuffle", SHUFFLE[found.shuffle] ?? words(found.shuffle), found.shuffle_clauses),
    entry("Dealt from", words(found.dealt_from).replaceAll("-", " "), found.dealt_clauses),
    entry("Decks", decks.join(", ") || "none at the table"),
    ...Object.entries(view.devices ?? {}).map(([device, status]) => entry(words(device).replaceAll("-", " "), status)),
  ];
}

// Report: what happened, whose hand, what the rules order before anything is recorded. Three columns that stay in sight.

import { h, money, words } from "./dom.js";
import { clause } from "./law.js";
import { faceOf, nameOf } from "./dealer-pad.js";
import { api } from "./net.js";

/** The number of a card as it is typed: "Qd", "10 h", "Q♦"; undefined if it is none. */
function cardOf(text) {
  const name = text.toUpperCase().replace("10", "T").replace(/[♣♦♥♠]/, (suit) => "CDHS"["♣♦♥♠".indexOf(suit)]).replace(/\s/g, "");
  return /^[2-9TJQKA][CDHS]$/.test(name) ? faceOf(name[0] + name[1].toLowerCase()) : undefined;
}

const SOON = 120, STILL_OPEN = "…", SEAT = /^Seat (\d+)$/;

export class Reporting {
  /** `context()` gives the page; `redraw` draws again; `record(request)` carries a report out. */
  constructor(context, redraw, record) {
    Object.assign(this, { context, redraw, record });
    this.clear();
  }

  clear() {
    this.tile = null;
    this.said = new Map();
    this.found = null;
    this.wrong = "";
    this.typed = "";
  }

  /** Begin, with a tile chosen already if it is named. */
  start(name = null) {
    this.clear();
    const tile = name && this.context().tiles.find((one) => one.name === name && one.command);
    if (tile) this.choose(tile);
  }

  choose(tile) {
    if (!tile.command) return;
    this.tile = tile;
    this.recount();
  }

  /** Clear what was said, and keep what happened. */
  recount() {
    this.said = new Map();
    this.found = null;
    this.wrong = this.typed = "";
    for (const field of this.tile?.fields ?? []) if (!this._asked(field)) this.said.set(field.name, field.start);
    this._foresee();
    this.redraw();
  }

  /** Whether a field has to be touched: a choice of several, a number, a text. */
  _asked(field) {
    if (field.optional || field.name === "place") return false;
    return field.kind !== "choice" || field.choices.length > 1;
  }

  /** Whether a number of cards is reported. */
  get counts() { return Boolean(this.tile?.fields.some((field) => field.name === "cards")); }

  say(field, value) {
    this.said.set(field.name, value);
    this._foresee();
    this.redraw();
  }

  get complete() { return this.tile && this.tile.fields.every((field) => field.optional || this._filled(field)); }

  _filled(field) {
    const value = this.said.get(field.name);
    return field.kind === "text" ? Boolean(value?.trim()) : value !== undefined && value !== null;
  }

  _request(blank = null) {
    const own = this.tile.fields.map((field) => [field.name, this.said.get(field.name) ?? (field.kind === "text" ? blank : undefined)]);
    return { command: this.tile.command, arguments: { ...this.tile.given, ...Object.fromEntries(own.filter(([, value]) => value !== undefined && value !== null)) } };
  }

  _foresee() {
    clearTimeout(this.timer);
    const ready = this.tile && this.tile.fields.every((field) => field.kind === "text" || field.optional || this._filled(field));
    if (!ready) {
      this.found = null;
      return;
    }
    this.timer = setTimeout(async () => {
      const asked = this.tile;
      try {
        const found = await api(`/tables/${this.context().table}/dealer/report`, this._request(STILL_OPEN));
        if (this.tile !== asked) return;
        Object.assign(this, { found, wrong: "" });
      } catch (error) { this.wrong = error.message; }
      this.redraw();
    }, SOON);
  }

  async carryOut() {
    if (!this.complete || !this.found || this.found.refusal) return;
    await this.record(this._request());
  }

  /** A key of the keyboard; whether it was one of ours. */
  key(name, shifted) {
    if (name === "Enter" && shifted) this.carryOut();
    else if (name === "Backspace") this.recount();
    else if (/^\d$/.test(name) && this.tile) this._digit(Number(name));
    else {
      const tile = this.context().tiles.find((one) => one.key === name && one.command);
      if (!tile) return false;
      this.choose(tile);
    }
    return true;
  }

  /** The question that digits answer: the next open one, then the card, which is the first one until it is said. */
  get _turn() {
    const { fields } = this.tile;
    return fields.find((one) => this._asked(one) && !this._filled(one)) ?? fields.find((one) => one.kind === "choice" && one.name === "place" && one.choices.length > 1);
  }

  /** The digit of a choice: a seat's number, or its place among the others; "" where there is none. */
  _key(field, value) {
    const seats = field.choices.every(([one, label]) => typeof one === "number" || SEAT.test(label));
    const index = field.choices.findIndex(([one]) => one === value);
    const digit = !seats ? index + 1 : typeof value === "number" ? value : Number(SEAT.exec(field.choices[index][1])[1]);
    return digit < 10 ? String(digit) : "";
  }

  _digit(digit) {
    const field = this._turn;
    if (!field) return;
    if (field.kind === "number") return this.say(field, digit);
    if (field.kind !== "choice") return undefined;
    const found = field.choices.find(([value]) => this._key(field, value) === String(digit));
    return found && this.say(field, found[0]);
  }

  /** The key of a choice, drawn while digits answer its question. */
  _drawn(field, value) { return field === this._turn && this._key(field, value) !== "" && h("kbd", {}, this._key(field, value)); }

  // --- what is shown ---

  draw() {
    const page = this.context(), open = this.tile !== null;
    return h("div", { class: "reporting" },
      h("header", { class: "hd" }, h("h1", { id: "due-h", tabindex: "-1", "data-key": "due" }, "Report what was seen."), h("p", {}, page.playing ? `The round waits. ${page.ask.title}` : "Between rounds.")),
      column(1, "What happened", open, h("div", { class: "cats" }, page.tiles.map((tile) => this._tile(tile)))),
      column(2, this._whose(), this.complete, h("div", { class: "who" }, this.tile ? this._fields() : h("p", { class: "sub" }, "Choose what happened first."))),
      column(3, "What the rules order", false, h("div", { class: "rules", tabindex: "0", "aria-live": "polite", "aria-label": "What the rules order" }, this._orders(page))));
  }

  _whose() {
    const first = this.tile?.fields[0];
    return first?.kind === "choice" ? first.label : this.tile && !this.tile.fields.length ? "Nothing else to say" : "Whose hand, or where";
  }

  _tile(tile) {
    const chosen = tile.name === this.tile?.name && tile.key === this.tile.key;
    if (!tile.command) return h("button", { class: "cat no", type: "button", "aria-disabled": "true" }, h("span", {}, tile.says, h("small", {}, tile.when)));
    return h("button", { class: "cat", type: "button", "aria-pressed": String(chosen), "data-key": `tile ${tile.key}`, onclick: () => this.choose(tile) }, tile.says, h("kbd", {}, tile.key));
  }

  _fields() {
    const { fields, quick } = this.tile;
    if (quick.length) return [this._grid(fields[0], fields[1], quick), fields.slice(2).map((field) => this._field(field))];
    return fields.map((field) => this._field(field));
  }

  _grid(whose, number, quick) {
    const at = this.said.get(whose.name), many = this.said.get(number.name);
    const set = (position, count) => { this.said.set(whose.name, position); this.say(number, count); };
    const cards = (count) => (count === 1 ? "one card" : count === 0 ? "no card" : `${count} cards`);
    return h("div", { class: "grid", style: `--n: ${quick.length}` }, h("span"), quick.map((count) => h("span", { class: "h", "aria-hidden": "true" }, cards(count), number === this._turn && h("kbd", {}, count))),
      whose.choices.map(([position, label]) => [h("span", { class: "s" }, position ? label.replace(/,.*/, "") : "Dealer", this._drawn(whose, position)), quick.map((count) =>
        h("button", { class: "num1", type: "button", "data-key": `count ${position} ${count}`, "aria-label": `${label.replace(/,.*/, "")} has ${cards(count)}`, "aria-pressed": String(at === position && many === count), onclick: () => set(position, count) }, count))]),
      at !== undefined && h("label", { class: "field another" }, "Another number", h("input", { type: "number", min: number.least, max: number.most, inputmode: "numeric", value: many ?? "", "data-key": "another", onchange: ({ target }) => target.value !== "" && this.say(number, Number(target.value)) })));
  }

  _field(field) {
    if (field.kind === "choice" && field.choices.length > 1) return h("fieldset", {}, h("legend", { class: "caps" }, field.label), h("div", { class: "picks" }, field.choices.map(([value, label]) =>
      h("button", { class: "num1", type: "button", "data-key": `field ${field.name} ${value}`, "aria-pressed": String(this.said.get(field.name) === value), onclick: () => this.say(field, value) }, typeof value === "number" ? label.replace(/,.*/, "") : label, this._drawn(field, value)))));
    if (field.kind === "choice") return null;
    const number = field.kind === "number", list = field.kind === "places";
    const value = this.said.get(field.name);
    const face = field.kind === "face";
    const read = (text) => (face ? cardOf(text) : number ? (text === "" ? undefined : Number(text)) : list ? text.split(/\D+/).filter(Boolean).map(Number) : text);
    return h("label", { class: "field" }, field.label, h("input", {
      type: number ? "number" : "text", min: field.least, max: field.most, maxlength: number ? null : 300, autocomplete: "off", "data-key": `field ${field.name}`,
      value: list ? (value ?? []).join(" ") : face && value !== undefined ? nameOf(value) : value ?? "",
      onchange: ({ target }) => this.say(field, read(target.value)),
    }));
  }

  _orders(page) {
    const { found, tile } = this;
    if (this.wrong) return h("p", { class: "sub" }, this.wrong);
    if (!tile) return [h("h2", {}, "Nothing is recorded yet."), h("p", { class: "sub" }, "Touch what was seen. What follows from it stands here before it is recorded.")];
    if (!found) return [h("h2", {}, `${tile.says}.`), h("p", { class: "sub" }, "Say the rest: what follows stands here.")];
    if (found.refusal) return [h("h2", {}, "Not now."), h("p", { class: "sub" }, `${found.refusal.message} `, found.refusal.clause && clause(page.game, found.refusal.clause))];
    return [h("h2", {}, `${tile.says}.`), h("p", { class: "sub" }, "Not recorded yet. This is what follows if you record it."), follows(page, found)];
  }
}

/** What a dry run has found: the orders of the rules, the money that moves, and what a second count leads to. */
export function follows(page, found) {
  const line = (title, detail, clauses) => h("li", {}, h("p", {}, h("b", {}, title), detail && `: ${detail}`), h("span", { class: "cl" }, clauses.slice(0, 2).map((one) => clause(page.game, one))));
  const list = (orders) => orders.filter((one) => !one.title.startsWith("Reported")).map((one) => line(one.title, one.detail, one.clauses));
  return [
    h("ol", {}, list(found.orders), found.cards.map((deck) => line(`With the ${deck.deck} deck`, deck.steps.join("; "), [])),
      found.then && line("Go on", found.then.says, found.then.clauses)),
    moneyOf(found.money),
    found.again && [h("h3", {}, "If the second count says the same"), h("ol", {}, list(found.again.orders)), moneyOf(found.again.money)]];
}

const column = (number, title, done, body) => h("section", { class: "col", "aria-labelledby": `c${number}` },
  h("h2", { id: `c${number}`, class: "caps" }, h("span", { class: `stepno${done ? " ok" : ""}`, "aria-hidden": "true" }, done ? "✓" : number), title), body);

function moneyOf(seats) {
  const moved = seats.filter((seat) => seat.back || seat.paid || seat.lost);
  if (!moved.length) return seats.length > 0 && h("p", { class: "note1" }, "All wagers stay where they are.");
  const sum = (pick) => moved.reduce((total, seat) => total + pick(seat), 0);
  const line = (seat) => [seat.back && `back ${money(seat.back)}`, seat.paid && `paid ${money(seat.paid)}`, seat.lost && `to the house ${money(seat.lost)}`].filter(Boolean).join(", ");
  const stays = (seat) => Object.entries(seat.stays).map(([wager, cents]) => `${words(wager)} ${money(cents)}`).join(", ");
  return h("table", { class: "money" }, h("caption", { class: "caps" }, "The money"),
    h("tbody", {}, moved.map((seat) => h("tr", {}, h("th", { scope: "row" }, `Seat ${seat.position}`, stays(seat) && h("small", {}, `stays: ${stays(seat)}`)), h("td", { class: "num" }, line(seat))))),
    h("tfoot", {}, sum((seat) => seat.paid) > 0 && h("tr", {}, h("th", { scope: "row" }, "Pay"), h("td", { class: "num" }, money(sum((seat) => seat.paid)))),
      sum((seat) => seat.back) > 0 && h("tr", {}, h("th", { scope: "row" }, "Give back"), h("td", { class: "num" }, money(sum((seat) => seat.back)))),
      sum((seat) => seat.lost) > 0 && h("tr", {}, h("th", { scope: "row" }, "Take"), h("td", { class: "num" }, money(sum((seat) => seat.lost))))));
}

// Bets: what lies in front of each seat, entered by chips or digits; the last round's by one key.

import { h, money, s } from "./dom.js";

const CHIPS = [1, 5, 25, 100, 500];

/** Betting at a table: `send(seats)` records what lies at seats, `redraw()` draws again. */
export class Betting {
  constructor(send, redraw) {
    this.send = send;
    this.redraw = redraw;
    this.position = null;
    this.draft = null;
    this.area = 0;
    this.fresh = true;
  }

  /** The page has changed: begin at the first seat that has not bet. */
  update(page) {
    this.page = page;
    if (!page.bets) {
      this.position = this.draft = null;
      return;
    }
    if (this.position === null) this.turnTo((this._seats.find((seat) => !this._hasBet(seat)) ?? this._seats[0]).position, false);
  }

  get _seats() { return this.page.bets.seats; }

  /** The areas that are entered: one that equals another lies there by itself. */
  get _areas() { return this.page.bets.areas.filter((area) => !(area.equals && area.required)); }

  _hasBet(seat) { return Object.keys(seat.wagers).length > 0; }

  _seat(position) { return this._seats.find((seat) => seat.position === position); }

  turnTo(position, draw = true) {
    this.position = position;
    this.draft = { ...this._seat(position).wagers };
    this.area = 0;
    this.fresh = true;
    if (draw) this.redraw();
  }

  get _changed() {
    const was = this._seat(this.position).wagers;
    return this._areas.some(({ wager }) => (this._amounts ? (this.draft[wager] ?? 0) !== (was[wager] ?? 0) : wager in this.draft !== wager in was));
  }

  /** Whether amounts are entered, or only which wagers lie there. */
  get _amounts() { return this.page.bets.amounts; }

  /** Record the seat, and go to the next one that has not bet. */
  async next(step = 1) {
    const { position } = this, at = this._seats.findIndex((seat) => seat.position === position);
    const count = this._seats.length, to = this._seats[(at + step + count) % count].position;
    if (this._changed && !(await this.send([this._staked()]))) return;
    this.turnTo(to);
  }

  _staked() {
    const lies = ({ wager }) => (this._amounts ? this.draft[wager] ?? 0 : Number(wager in this.draft));
    const wagers = this._areas.map((area) => [area.wager, lies(area)]).filter(([, amount]) => amount);
    return { position: this.position, wagers };
  }

  /** What is still only written down is recorded before anything else is done. */
  async settle() {
    return !this._changed || this.send([this._staked()]);
  }

  repeat() {
    const { repeats, seats } = this.page.bets;
    this.send(repeats.map((position) => ({ position, wagers: Object.entries(seats.find((seat) => seat.position === position).last).map(([wager, amount]) => [wager, amount || 1]) })))
      .then((done) => done && this.turnTo(this.position));
  }

  _set(cents) {
    const { wager } = this._areas[this.area];
    this.draft[wager] = cents;
    this.redraw();
  }

  _choose(index) {
    const area = this._areas[index];
    this.area = index;
    this.fresh = true;
    if (!this._amounts) {
      if (area.wager in this.draft) delete this.draft[area.wager];
      else this.draft[area.wager] = 0;
    } else if (!this.draft[area.wager]) this.draft[area.wager] = this._seat(this.position).last[area.wager] ?? area.least;
    else if (!area.required) delete this.draft[area.wager];
    this.redraw();
  }

  /** A key of the keyboard; whether it was one of ours. */
  key(name) {
    if (!this.page.bets) return false;
    const now = this.draft[this._areas[this.area].wager] ?? 0;
    if (/^\d$/.test(name) && this._amounts) {
      const dollars = this.fresh ? 0 : Math.floor(now / 100);
      this.fresh = false;
      this._set((dollars * 10 + Number(name)) * 100);
    } else if (name === "Backspace" && this._amounts) {
      this.fresh = false;
      this._set(Math.floor(now / 1000) * 100);
    } else if (name === "Delete") {
      this.draft = {};
      this.redraw();
    } else if (name === "Enter") this.next();
    else if (name === "ArrowRight") this.next();
    else if (name === "ArrowLeft") this.next(-1);
    else if (name === "L" && this.page.bets.repeats.length) this.repeat();
    else {
      const index = this._areas.findIndex((area) => area.key === name);
      if (index < 0) return false;
      this._choose(index);
    }
    return true;
  }

  /** The panel: seats above, the areas and chips of one of them below. */
  draw() {
    const { bets } = this.page, seat = this._seat(this.position);
    return h("section", { class: "bets", "aria-label": "Bets" },
      h("div", { class: "areas", role: "group", "aria-label": `What lies at seat ${this.position}` }, this._areas.map((area, index) => {
        const amount = this.draft[area.wager] ?? 0;
        const equal = bets.areas.filter((one) => one.equals === area.wager && one.required).map((one) => one.label);
        return h("button", { class: "area", type: "button", "data-key": `area ${area.wager}`, "aria-pressed": String(this._amounts ? index === this.area : area.wager in this.draft), onclick: () => this._choose(index) },
          h("b", {}, [area.label, ...equal].join(" and "), area.key && h("kbd", {}, area.key)), h("span", { class: "num serif" }, amount ? money(amount) : area.wager in this.draft && !this._amounts ? "lies there" : "–"),
          this._amounts && h("small", { class: "num" }, area.least === area.most ? money(area.least) : `${money(area.least)} to ${money(area.most)}${equal.length ? ", each" : ""}`));
      })),
      this._amounts && h("div", { class: "chiprow", role: "group", "aria-label": "Add chips" }, CHIPS.map((value) =>
        h("button", { class: "chipkey", type: "button", "data-key": `chip ${value}`, "aria-label": `Add $${value}`, onclick: () => { this.fresh = false; this._set((this.draft[this._areas[this.area].wager] ?? 0) + value * 100); } },
          s("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, s("use", { href: `#chip-${value}` })), h("span", { class: "num" }, `$${value}`)))),
      h("div", { class: "betacts" },
        h("button", { class: "btn", type: "button", "data-key": "clear", onclick: () => { this.draft = {}; this.redraw(); } }, "Clear the seat", h("kbd", {}, "Del")),
        bets.repeats.length > 0 && h("button", { class: "btn", type: "button", "data-key": "repeat", onclick: () => this.repeat() }, `Last bets again: ${bets.repeats.length === 1 ? "seat" : "seats"} ${bets.repeats.join(", ")}`, h("kbd", {}, "L")),
        h("button", { class: "btn", type: "button", "data-key": "next-seat", onclick: () => this.next() }, this._changed ? `Record seat ${this.position}` : "Next seat", h("kbd", {}, "Enter"))),
      seat.taken ? null : h("p", { class: "sub" }, "Nobody sits here yet: the first bet takes the seat."));
  }

  /** The seats as buttons. */
  drawSeats() {
    return h("ol", { class: "seats6 pickable", "aria-label": "Seats from your left", style: `--n: ${this._seats.length}` }, this._seats.map((seat) => {
      const now = seat.position === this.position, own = now ? this.draft : seat.wagers;
      const at = (area) => own[area.wager] ?? (now && area.equals && area.required ? own[area.equals] : undefined);
      const lines = this.page.bets.areas.map((area) => [area, at(area)]).filter(([, amount]) => (this._amounts ? amount : amount !== undefined));
      return h("li", { class: now ? "now" : null }, h("button", { type: "button", "data-key": `seat ${seat.position}`, "aria-pressed": String(now), onclick: () => (now ? null : this.settle().then((done) => done && this.turnTo(seat.position))) },
        h("i", { class: "n", "aria-hidden": "true" }, seat.position), h("b", {}, h("span", { class: "sr" }, `Seat ${seat.position}: `), now && this._changed ? "Entering" : this._hasBet(seat) ? "Bets down" : seat.taken ? "Seated" : "Empty"),
        h("span", { class: "num" }, lines.map(([area, amount]) => (amount ? `${area.label.toLowerCase()} ${money(amount)}` : area.label.toLowerCase())).join(", "))));
    }));
  }
}

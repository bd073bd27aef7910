// Other orders: what may be done besides the due step, such as a new cut, another deck, the end of play.

import { h } from "./dom.js";
import { clause } from "./law.js";
import { api } from "./net.js";
import { fieldsFor } from "./floor-dom.js";
import { fourColours } from "./dealer-dock.js";

const KEYS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const WHICH = "which";

export class More {
  /** `context()` gives the page; `redraw` draws again; `record(request, role)` carries an order out. */
  constructor(context, redraw, record) {
    Object.assign(this, { context, redraw, record });
    this.clear();
  }

  clear() {
    this.moves = null;
    this.move = null;
    this.form = null;
    this.wrong = "";
  }

  async start() {
    this.clear();
    try {
      this.moves = (await api(`/tables/${this.context().table}/dealer/orders`)).moves;
    } catch (error) { this.wrong = error.message; }
    this.redraw();
  }

  choose(move) {
    this.move = move;
    this.wrong = "";
    const about = move.which.length > 1 ? [{ name: WHICH, label: move.role === "player" || move.about === "player" ? "Who" : "Which", kind: "choice", start: move.which[0][0], choices: move.which }] : [];
    this.form = fieldsFor([...about, ...move.fields]);
    this.redraw();
    document.querySelector(".order-form input, .order-form select")?.focus();
  }

  async carryOut() {
    if (!this.move) return;
    let said;
    try { said = this.form.read(); } catch (error) {
      this.wrong = error.message;
      return this.redraw();
    }
    const { command, given, role, about, which } = this.move, { [WHICH]: chosen = which[0]?.[0], ...rest } = said;
    const arguments_ = { ...given, ...rest };
    if (role === "player") return this.record({ command, player: chosen, arguments: arguments_ });
    return this.record({ command, role, arguments: about ? { ...arguments_, [about]: chosen } : arguments_ });
  }

  /** A key of the keyboard; whether it was one of ours. */
  key(name, shifted) {
    if (name === "Enter" && shifted) this.carryOut();
    else {
      const move = name.length === 1 && this.moves?.[KEYS.indexOf(name.toUpperCase())];
      if (!move) return false;
      this.choose(move);
    }
    return true;
  }

  draw() {
    const page = this.context();
    const one = (move, index) => h("button", { class: "cat", type: "button", "aria-pressed": String(move === this.move), "data-key": `order ${index}`, onclick: () => this.choose(move) }, move.says.replace(/\.$/, ""), KEYS[index] && h("kbd", {}, KEYS[index]));
    return h("div", { class: "reporting more" },
      h("header", { class: "hd" }, h("h1", { id: "due-h", tabindex: "-1", "data-key": "due" }, "Give another order."), h("p", {}, "What may be done now besides the due step."),
        fourColours()),
      h("div", { class: "cats wide" }, this.moves?.length ? this.moves.map(one) : h("p", { class: "sub" }, this.wrong || (this.moves ? "Nothing but the due step." : "One moment."))),
      h("div", { class: "rules order-form" }, this.move ? [h("h2", {}, this.move.says), h("p", { class: "sub" }, this.move.clauses.slice(0, 3).flatMap((id) => [clause(page.game, id), " "])), this.form.rows,
        this.wrong && h("p", { class: "note bad", role: "alert" }, this.wrong)] : h("p", { class: "sub" }, "Choose an order: what has to be said with it stands here.")));
  }
}

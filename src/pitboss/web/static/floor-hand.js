// Automatic or by hand: which steps wait for a person.

import { announce, h } from "./dom.js";
import { api } from "./net.js";
import { draw, redraw } from "./floor-dom.js";
import * as sheet from "./floor-sheet.js";

/** The sheet of switches; `may` is whether this person turns them. */
export function switching(context, may) {
  const list = h("div", { class: "switches" });
  const said = h("p", { class: "note bad", role: "status", hidden: true });

  async function set(steps) {
    const { desk } = context();
    try {
      said.hidden = true;
      const { by_hand: now } = await api(`/tables/${desk.table}/by-hand`, { steps });
      announce(now.length ? `${now.length} kinds of steps are by hand.` : "All steps are automatic.");
    } catch (error) {
      said.textContent = error.message;
      said.hidden = false;
      redraw(list);
      update();
    }
  }

  function update() {
    if (sheet.shown() !== "hand") return;
    const { by_hand: own, steps: groups } = context().desk;
    draw(list, [own, groups], () => [
      ...groups.map((group) => section(group, new Set(own), set, may)),
      h("section", { class: "switchgroup" }, h("h3", {}, "Rulings"), h("p", { class: "sub" }, "Abandoned wagers, breaches and corrections are always for the floor.")),
    ]);
  }

  function start() {
    redraw(list);
    const note = may ? "Steps that are switched on wait for a hand: the table stops there, and this console offers the step." : "Only the floor supervisor switches steps.";
    sheet.show("hand", "Automatic or by hand", `Table ${context().desk.table}`, [h("p", { class: "sub" }, note), list, said]);
    update();
  }

  return { start, update };
}

function section({ group, steps }, own, set, may) {
  const names = steps.map((step) => step.name);
  const all = names.every((name) => own.has(name));
  const turn = (changed, on) => set([...own].filter((name) => !changed.includes(name)).concat(on ? changed : []));
  return h("fieldset", { class: "switchgroup" },
    h("legend", {}, group),
    toggle(`All of ${group.toLowerCase()}`, "All", all, may, `group ${group}`, (on) => turn(names, on)),
    steps.map((step) => toggle(step.says, step.says, own.has(step.name), may, `step ${step.name}`, (on) => turn([step.name], on))));
}

function toggle(name, text, on, may, key, change) {
  return h("label", { class: "switch" }, h("input", { type: "checkbox", role: "switch", "aria-label": `${name} by hand`, checked: on, disabled: !may, "data-key": key, onchange: (event) => change(event.target.checked) }),
    h("span", {}, text), h("i", { "aria-hidden": "true" }, on ? "by hand" : "automatic"));
}

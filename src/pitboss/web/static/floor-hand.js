// Automatic or by hand: which steps wait for a person.

import { announce, h } from "./dom.js";
import { api } from "./net.js";
import { draw, redraw } from "./floor-dom.js";
import * as sheet from "./floor-sheet.js";

/** The sheet of switches; `may` is whether this person turns them. */
export function switching(context, may) {
  const list = h("div", { class: "switches" });
  const said = h("p", { class: "note bad", role: "status", hidden: true });
  let groups = [], sending = 0;

  /** What the switches say goes to the table; switches turned in quick succession all count. */
  async function send() {
    const steps = groups.flatMap((group) => group.steps).filter((step) => at(step.name).checked).map((step) => step.name);
    show(new Set(steps));
    sending++;
    try {
      said.hidden = true;
      const { by_hand: now } = await api(`/tables/${context().desk.table}/by-hand`, { steps });
      context().desk.by_hand = now;
      announce(now.length ? `${now.length} kinds of steps are by hand.` : "All steps are automatic.");
    } catch (error) {
      said.textContent = error.message;
      said.hidden = false;
    } finally {
      sending--;
      update();
    }
  }

  const at = (name) => list.querySelector(`[data-key="step ${name}"]`);

  function turnAll(steps, on) {
    for (const step of steps) at(step.name).checked = on;
    send();
  }

  /** Set the switches as they stand; they stay the same elements, so a key that is down on one is not lost. */
  function show(own) {
    for (const { group, steps } of groups) {
      turn(list.querySelector(`[data-key="group ${group}"]`), steps.every((step) => own.has(step.name)));
      for (const step of steps) turn(at(step.name), own.has(step.name));
    }
  }

  function update() {
    if (sheet.shown() !== "hand") return;
    const { by_hand: own, steps } = context().desk;
    groups = steps;
    draw(list, [steps], () => [
      ...steps.map((group) => section(group, may, send, turnAll)),
      h("section", { class: "switchgroup" }, h("h3", {}, "Rulings"), h("p", { class: "sub" }, "Abandoned wagers, breaches and corrections are always for the floor.")),
    ]);
    if (!sending) show(new Set(own));
  }

  function start() {
    redraw(list);
    const note = may ? "Steps that are switched on wait for a hand: the table stops there, and this console offers the step." : "Only the floor supervisor switches steps.";
    sheet.show("hand", "Automatic or by hand", `Table ${context().desk.table}`, [h("p", { class: "sub" }, note), list, said]);
    update();
  }

  return { start, update };
}

function section({ group, steps }, may, send, turnAll) {
  return h("fieldset", { class: "switchgroup" },
    h("legend", {}, group),
    toggle(`All of ${group.toLowerCase()}`, "All", may, `group ${group}`, (on) => turnAll(steps, on)),
    steps.map((step) => toggle(step.says, step.says, may, `step ${step.name}`, send)));
}

function toggle(name, text, may, key, change) {
  return h("label", { class: "switch" }, h("input", { type: "checkbox", role: "switch", "aria-label": `${name} by hand`, disabled: !may, "data-key": key, onchange: (event) => change(event.target.checked) }),
    h("span", {}, text), h("i", { "aria-hidden": "true" }));
}

function turn(input, on) {
  input.checked = on;
  input.parentElement.querySelector("i").textContent = on ? "by hand" : "automatic";
}

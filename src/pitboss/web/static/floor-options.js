// A form for a game's options: one input for each, its help, its clause, its legal values, and what is wrong with it.

import { h, money } from "./dom.js";
import { clause } from "./law.js";

let number = 0;

/** Rows to show; read() gives the options, fill() takes others, tell() words a value, mark() puts problems beside. */
export function optionsForm(game, options, may) {
  const own = options.map((option) => ({ option, ...row(game, option, may) }));
  const named = new Map(own.map((one) => [one.option.name, one]));
  const follow = () => {
    for (const { option, element } of own) {
      if (option.only_if) element.hidden = named.get(option.only_if)?.input.read() === false;
    }
  };
  for (const { option, element } of own) if (option.kind === "flag") element.addEventListener("change", follow);
  follow();
  return {
    rows: own.map(({ element }) => element),
    read: () => Object.fromEntries(own.map(({ option, input }) => [option.name, input.read()])),
    fill: (values) => { for (const { option, input } of own) if (option.name in values) input.write(values[option.name]); follow(); },
    tell: (name, value) => (named.get(name).option.kind === "money" ? money(value) : typeof value === "object" ? JSON.stringify(value) : String(value)),
    clear: () => { for (const { wrong } of own) { wrong.hidden = true; wrong.textContent = ""; } },
    mark: (problems) => {
      const loose = problems.filter((problem) => !problem.keys.filter((key) => place(game, named.get(key), problem)).length);
      own.find(({ wrong }) => !wrong.hidden)?.element.querySelector("input, select, textarea").focus();
      return loose;
    },
  };
}

function place(game, one, problem) {
  if (!one) return false;
  one.wrong.hidden = false;
  one.wrong.append(h("span", {}, `${problem.message} `, problem.clause && clause(game, problem.clause)));
  return true;
}

function row(game, option, may) {
  const id = `option-${++number}`;
  const wrong = h("p", { class: "note bad wrong", id: `${id}-wrong`, hidden: true });
  const input = (KINDS[option.kind] ?? lines)(option, { id, disabled: !may, "aria-describedby": `${id}-help ${id}-wrong` });
  input.write(option.value);
  const label = input.many ? h("span", { class: "name", id: `${id}-name` }, option.label) : h("label", { class: "name", for: id }, option.label);
  const element = h("div", { class: "option", ...(input.many && { role: "group", "aria-labelledby": `${id}-name` }) },
    h("div", { class: "head" }, label, clause(game, option.clause)), input.element,
    h("p", { class: "sub", id: `${id}-help` }, `${option.help[0].toUpperCase()}${option.help.slice(1)}.`, input.many || option.values?.length ? "" : ` Legal: ${option.legal}.`), wrong);
  return { element, input, wrong };
}

const KINDS = { choice, flag, number: whole, money: amount, text, list, odds, approvals, lines };

function choice(option, attributes) {
  const element = h("select", attributes, option.values.map((value, index) => h("option", { value: index }, String(value).replaceAll("-", " "))));
  return { element, read: () => option.values[element.value], write: (value) => (element.value = option.values.findIndex((one) => String(one) === String(value))) };
}

function flag(option, attributes) {
  const box = h("input", { ...attributes, type: "checkbox" });
  return { element: h("span", { class: "check" }, box, h("span", { "aria-hidden": "true" }, "yes")), read: () => box.checked, write: (value) => (box.checked = value) };
}

function whole(option, attributes) {
  const element = h("input", { ...attributes, type: "number", min: option.least, max: option.most });
  return { element, read: () => (element.value === "" ? "" : Number(element.value)), write: (value) => (element.value = value) };
}

function amount(option, attributes) {
  const element = h("input", { ...attributes, inputmode: "decimal" });
  return { element, read: () => dollars(element.value), write: (value) => (element.value = money(value)) };
}

/** An amount as the rules read it: "$10". */
const dollars = (said) => (said.trim().startsWith("$") ? said.trim() : `$${said.trim()}`);

function text(option, attributes) {
  const element = h("input", { ...attributes, autocomplete: "off" });
  return { element, read: () => element.value, write: (value) => (element.value = value) };
}

function list(option, attributes) {
  const element = h("input", { ...attributes, autocomplete: "off" });
  return { element, read: () => element.value.split(",").map((one) => one.trim()).filter(Boolean), write: (value) => (element.value = value.join(", ")) };
}

/** A few rows of a pay table that are paid higher. */
function odds(option, { disabled }) {
  const inputs = option.rows.map((one) => [one.key, h("input", { disabled, placeholder: "as the table says", autocomplete: "off" }), one.label]);
  const element = h("div", { class: "rows" }, inputs.map(([, input, label]) => h("label", {}, h("span", {}, label), input)));
  return {
    element, many: true,
    read: () => Object.fromEntries(inputs.filter(([, input]) => input.value.trim()).map(([key, input]) => [key, input.value.trim()])),
    write: (value) => { for (const [key, input] of inputs) input.value = value[key] ?? ""; },
  };
}

function approvals(option, { disabled }) {
  const inputs = option.needed.map((need) => [need, h("input", { disabled, "aria-label": `Reference: ${need.what}`, placeholder: "Reference", autocomplete: "off" }), h("input", { disabled, type: "date", "aria-label": `Date: ${need.what}` })]);
  const element = h("div", { class: "rows approvals" }, inputs.map(([need, reference, date]) => h("div", {}, h("span", {}, need.what), reference, date)));
  return {
    element, many: true,
    read: () => Object.fromEntries(inputs.map(([need, reference, date]) => [need.key, { reference: reference.value, date: date.value }])),
    write: (value) => { for (const [need, reference, date] of inputs) { reference.value = value[need.key]?.reference ?? ""; date.value = value[need.key]?.date ?? ""; } },
  };
}

/** A definition in lines such as "rows.royal_flush = 100%". */
function lines(option, attributes) {
  const element = h("textarea", { ...attributes, rows: 4, spellcheck: "false", placeholder: "none" });
  const flat = (value, path = "") => Object.entries(value).flatMap(([key, inner]) => (inner && typeof inner === "object" ? flat(inner, `${path}${key}.`) : [`${path}${key} = ${typeof inner === "number" ? money(inner) : inner}`]));
  const read = () => {
    const found = {};
    for (const line of element.value.split("\n").filter((one) => one.trim())) {
      const [path, ...said] = line.split("=");
      const keys = path.trim().split("."), last = keys.pop();
      keys.reduce((place, key) => (place[key] ??= {}), found)[last] = said.join("=").trim();
    }
    return found;
  };
  return { element, read, write: (value) => (element.value = flat(value).join("\n")) };
}

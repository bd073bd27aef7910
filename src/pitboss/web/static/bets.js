// Wagers before the deal: what one wants to lie where, kept in step with what the table has.

import { money } from "./dom.js";
import { label, wagersAt } from "./scene.js";

export const createBets = ({ live, reached, changed, refused, said }) => {
  const wanted = new Map();
  let now = null, sending = null;

  const rule = (wager) => now.rules.wagers.find(({ name }) => name === wager);
  const opening = () => now.rules.wagers.filter(({ after_deal }) => !after_deal);
  const amounts = (position) => wanted.get(position) ?? (now.bets.has(position) ? wagersAt(now, position) : {});

  /** All wagers that must be as large as this one, itself among them. */
  const alike = (wager) => {
    const group = new Set([wager]);
    for (let size = 0; size !== group.size;) {
      size = group.size;
      for (const { name, equals } of opening()) {
        if (equals.some((other) => group.has(other))) group.add(name);
        if (group.has(name)) equals.forEach((other) => group.add(other));
      }
    }
    return [...group];
  };

  /** The nearest amount that may lie on an area; `up` says whether it is being raised. */
  const fitting = (wager, amount, up) => {
    const group = alike(wager).map(rule);
    const least = Math.max(...group.map((one) => one.least));
    const most = Math.min(...group.map((one) => one.most ?? Infinity)), unit = Math.max(...group.map((one) => one.unit));
    if (amount <= 0 || (amount < least && !up)) return 0;
    if (amount < least) {
      said(`${label(now.rules, wager)} begins at ${money(least)}.`);
      return least;
    }
    if (amount > most) said(`${label(now.rules, wager)} ends at ${money(most)}.`);
    return Math.min(amount - (amount % unit), most);
  };

  const put = (bets, wager, amount) => {
    for (const name of alike(wager)) {
      if (amount) bets[name] = amount;
      else delete bets[name];
    }
    if (amount) {
      for (const other of rule(wager).needs) if (!bets[other]) put(bets, other, fitting(other, rule(other).least, true));
    }
    for (const name of Object.keys(bets)) if (rule(name)?.needs.some((other) => !bets[other])) delete bets[name];
    return bets;
  };

  const set = (position, wager, amount, up = true) => {
    if (!now.betting) return;
    want(position, put({ ...amounts(position) }, wager, fitting(wager, amount, up)));
  };

  const want = (position, bets) => {
    wanted.set(position, bets);
    changed();
    sending ??= send().finally(() => (sending = null));
  };

  const send = async () => {
    for (let next = difference(); next; next = difference()) {
      const [position, wagers, target] = next;
      try {
        const { version } = await live.command("PlaceBets", { position, wagers }, { stillOpen: ({ view }) => !view.round || view.round.over });
        await reached(version);
        if (wanted.get(position) === target) wanted.delete(position);
      } catch (error) {
        wanted.delete(position);
        refused(error);
      }
      changed();
    }
  };

  /** The next change to send: what is taken back first, then what must be there before the rest. */
  const difference = () => {
    for (const [position, target] of wanted) {
      const there = now.bets.get(position)?.wagers ?? {};
      const order = opening().sort((a, b) => a.needs.length - b.needs.length).map(({ name }) => name);
      const gone = order.filter((name) => there[name] && !target[name]).reverse().map((name) => [name, 0]);
      const more = order.filter((name) => target[name] && target[name] !== there[name]).map((name) => [name, target[name]]);
      if (gone.length + more.length) return [position, [...gone, ...more], target];
      wanted.delete(position);
    }
    return null;
  };

  const isComplete = (bets) => opening().every(({ name, required, equals }) => (!required || bets[name]) && equals.every((other) => bets[other] === bets[name]));
  const positions = () => [...new Set([...now.ownBets, ...wanted.keys()])].filter((position) => Object.keys(amounts(position)).length);
  const total = (bets) => Object.values(bets).reduce((sum, amount) => sum + amount, 0);

  /** What was bet in the last round, by position. */
  const before = () => new Map(!now.round || now.playing ? [] : now.ownHands.map((position) => {
    const { wagers } = now.hands.get(position);
    return [position, Object.fromEntries(opening().filter(({ name }) => wagers[name]).map(({ name }) => [name, wagers[name]]))];
  }));

  const minimum = () => opening().filter(({ required }) => required).reduce((bets, { name, least }) => (bets[name] ? bets : put(bets, name, fitting(name, least, true))), {});

  return {
    update: (seen) => {
      now = seen;
      if (!now.betting) wanted.clear();
    },
    amounts,
    pending: () => wanted,
    add: (position, wager, cents) => set(position, wager, (amounts(position)[wager] ?? 0) + cents, cents > 0),
    set,
    clear: (which = positions()) => which.forEach((position) => want(position, {})),
    again: (times = 1) => {
      for (const [position, bets] of before()) want(position, Object.entries(bets).reduce((all, [name, amount]) => put(all, name, fitting(name, amount * times, true)), {}));
    },
    double: () => positions().forEach((position) => {
      const bets = amounts(position);
      want(position, Object.keys(bets).reduce((all, name) => put(all, name, fitting(name, bets[name] * 2, true)), {}));
    }),
    least: () => want(now.seat, minimum()),
    before: () => [...before().values()].reduce((sum, bets) => sum + total(bets), 0),
    leastTotal: () => total(minimum()),
    staked: () => positions().reduce((sum, position) => sum + total(amounts(position)), 0),
    isReady: () => positions().length > 0 && positions().every((position) => isComplete(amounts(position))),
    /** Resolves when the table has all that was put down. */
    settled: () => sending ?? Promise.resolve(),
  };
};

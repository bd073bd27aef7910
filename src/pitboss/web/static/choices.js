// What a player has arranged but not sent: cards picked unseen, cards laid high and low, and how the hand reads.

import { cardsOf } from "./dom.js";
import { api } from "./net.js";
import { cardsAt } from "./scene.js";

const NOTHING = { low: [], words: {}, said: "" };

export const createChoices = ({ table, changed }) => {
  const picks = new Map(), settings = new Map(), readings = new Map(), held = new Map(), wanted = new Set();
  let now = null, round = null;

  /** Forget the last round, and read one's hands again when their cards or the board have changed. */
  const update = (latest) => {
    now = latest;
    if (now.round?.number !== round) {
      round = now.round?.number;
      for (const kept of [picks, settings, readings, held, wanted]) kept.clear();
    }
    for (const position of now.ownHands) {
      const cards = cardsAt(now, position);
      if (cards.length && !cards.includes("??")) held.set(position, cards);
    }
    if (!now.playing) return;
    for (const position of now.ownHands) {
      const cards = cardsAt(now, position), key = `${cards.join(" ")} ${now.round.board}`;
      if (cards.length && !cards.includes("??") && readings.get(position)?.key !== key) read(position, key);
    }
  };

  const read = async (position, key, low = []) => {
    if (!low.length) readings.set(position, { key, text: "" });
    const query = new URLSearchParams([["position", position], ...low.map((place) => ["low", place])]);
    try {
      const { calls, house_way, refusal } = await api(`/tables/${table}/reading?${query}`);
      if (low.length) {
        const setting = settings.get(position);
        if (setting?.low.join() === low.join()) settings.set(position, { ...setting, words: split(calls[0]?.words ?? ""), said: refusal ? `${refusal.message} (${refusal.clause}).` : "" });
      } else {
        readings.set(position, { key, text: calls.map(({ words }) => words).join("; "), made: cardsOf(calls[0]?.cards ?? ""), house: house_way });
        if (house_way && wanted.has(position)) arrange(position, house_way);
      }
      changed();
    } catch { /* words are a help: without them the cards speak for themselves */ }
  };

  /** "Kc Tc Ts / 3c 6c: 30 high, 9 low" as what stands over each tray. */
  const split = (text) => {
    const totals = text.slice(text.lastIndexOf(":") + 1).split(",").map((part) => part.trim().split(" "));
    return Object.fromEntries(totals.filter((part) => part.length === 2).map(([total, kind]) => [kind, total]));
  };

  const arrange = (position, low) => {
    wanted.delete(position);
    settings.set(position, { low, words: {}, said: "" });
    if (low.length === now.rules.setting.low) read(position, null, low);
    changed();
  };

  return {
    update,
    reading: (position) => readings.get(position)?.text || null,
    /** The cards of a hand as its player saw them last: after a fold nobody shows them any more. */
    held: (position) => held.get(position) ?? null,
    /** The cards that a hand is made of, where not all of them count. */
    made: (position) => readings.get(position)?.made ?? [],
    picked: (position) => picks.get(position) ?? [],
    pick: (position, places) => {
      picks.set(position, places);
      changed();
    },
    arrangement: (position) => settings.get(position) ?? NOTHING,
    /** Move a card to the other tray; the one that lies low longest makes room. */
    moveCard: (position, place) => {
      const { low } = settings.get(position) ?? NOTHING, most = now.rules.setting.low;
      arrange(position, low.includes(place) ? low.filter((one) => one !== place) : [...low, place].slice(-most));
    },
    /** Set a hand the house way, or as soon as that is known. */
    houseWay: (position) => {
      const house = readings.get(position)?.house;
      if (house) arrange(position, house);
      else wanted.add(position);
    },
    key: () => [[...picks], [...settings], [...readings].map(([position, { text }]) => [position, text]), cardsOf(now?.round?.board ?? "")],
  };
};

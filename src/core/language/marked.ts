import { html, type Html } from '../text/html.ts';
import type { Say } from './say.ts';
import type { TextKey } from './texts/english.ts';

/** Encloses the number of a value; texts of people that hold such signs are values themselves, and are not looked through. */
const MARK = '\u0001';

/** A text with markup in its places: `sayMarked(say, 'account.created', { time: html`<time>…</time>` })`. Numbers count, everything else is put in as it is, escaped. */
export function sayMarked(say: Say, key: TextKey, values: Readonly<Record<string, Html | string | number>>): Html {
  const names = Object.keys(values);
  const places = names.map((name, i) => {
    const value = values[name];
    return [name, typeof value === 'number' ? value : `${MARK}${i}${MARK}`] as const;
  });
  const pieces = say(key, Object.fromEntries(places)).split(MARK);
  return html`${pieces.map((piece, i) => (i % 2 === 1 ? values[names[Number(piece)] ?? ''] : piece))}`;
}

import { html, type Html } from '../text/html.ts';
import type { Say } from './say.ts';
import type { TextKey } from './texts/english.ts';

/** Encloses the index of a placeholder. Values are inserted last, so user text with this character is harmless. */
const MARK = '\u0001';

/**
 * Returns a text whose placeholders may be markup: `sayMarked(say, 'account.created', { time: html`<time>…</time>` })`. Numbers select plural forms; other
 * values are inserted, escaped unless they are `Html`.
 */
export function sayMarked(say: Say, key: TextKey, values: Readonly<Record<string, Html | string | number>>): Html {
  const names = Object.keys(values);
  const places = names.map((name, i) => {
    const value = values[name];
    return [name, typeof value === 'number' ? value : `${MARK}${i}${MARK}`] as const;
  });
  const pieces = say(key, Object.fromEntries(places)).split(MARK);
  return html`${pieces.map((piece, i) => (i % 2 === 1 ? values[names[Number(piece)] ?? ''] : piece))}`;
}

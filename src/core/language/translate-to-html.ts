import { html, type Html } from '../text/html.ts';
import type { Translate } from './translate.ts';
import type { TextKey } from './texts/english.ts';

/** Character before and after the number of a placeholder. Text of users may contain it, because values are inserted after the text is split. */
const MARKER = '\u0001';

/**
 * Returns a text into which markup may be inserted: `translateToHtml(translate, 'account.created', { time: html`<time>…</time>` })`. Numbers select plural forms.
 * Other values are escaped, unless they are `Html`.
 */
export function translateToHtml(translate: Translate, key: TextKey, values: Readonly<Record<string, Html | string | number>>): Html {
  const names = Object.keys(values);
  const placeholders = names.map((name, i) => {
    const value = values[name];
    return [name, typeof value === 'number' ? value : `${MARKER}${i}${MARKER}`] as const;
  });
  const parts = translate(key, Object.fromEntries(placeholders)).split(MARKER);
  return html`${parts.map((part, i) => (i % 2 === 1 ? values[names[Number(part)] ?? ''] : part))}`;
}

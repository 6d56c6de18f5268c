import { escapeHtml } from '#app/core/text/plain-text.ts';
import type { Circumstance, DocumentElement, Insert } from './document.ts';

/** Values that are inserted into a document. */
export interface RenderInput {
  circumstances: ReadonlySet<Circumstance>;
  /** Values by placeholder: plain text, a list of texts, or HTML. */
  values: Readonly<Record<string, string | readonly string[] | { html: string }>>;
  /** HTML. */
  inserts: Readonly<Record<Insert, string>>;
}

type Value = RenderInput['values'][string];

const PLACEHOLDER = /\[(comma_)?([a-z][a-z_]*)\]|\[article-([a-z0-9-]+)\]/g;

/** Joins texts: `a`, `a and b`, `a, b and c`. */
function spoken(texts: readonly string[]): string {
  const last = texts.at(-1) ?? '';
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} and ${last}`;
}

const lines = (text: string) => escapeHtml(text.trim()).replace(/\r?\n/g, '<br>');

function htmlOf(value: Value, isSpoken: boolean): string {
  if (typeof value === 'string') return lines(value);
  if ('html' in value) return value.html;
  if (isSpoken) return escapeHtml(spoken(value));
  return value.length === 0 ? '' : `<ul>${value.map((one) => `<li>${escapeHtml(one)}</li>`).join('')}</ul>`;
}

/** Wraps text in paragraphs, but not lists. */
const paragraph = (html: string) =>
  html
    .split(/(<ul>.*?<\/ul>)/s)
    .map((piece) => (piece.startsWith('<ul>') || piece.trim() === '' ? piece : `<p>${piece.trim()}</p>`))
    .join('');

const paragraphs = (html: string) =>
  html
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map(paragraph)
    .join('\n');

/** Removes line breaks of empty lines, which result from missing parts of an address. */
const withoutEmptyLines = (html: string) =>
  html
    .replace(/<br *\/?>/g, '<br>')
    .replace(/(?:<br>\s*)+(?=<br>|\s*$)/g, '')
    .replace(/^(?:\s*<br>)+/, '');

interface Numbered {
  element: DocumentElement;
  /** `3`, `3.1` or `Annex 1`. Null without a number. */
  number: string | null;
}

function numbered(elements: readonly DocumentElement[]): Numbered[] {
  let [main, sub, annexes] = [0, 0, 0];
  return elements.map((element) => {
    const { title, subtitle, isNumbered = true, isAnnex } = element;
    if (isAnnex === true) return { element, number: `Annex ${(annexes += 1)}` };
    if (title !== undefined) {
      sub = 0;
      return { element, number: isNumbered ? String((main += 1)) : null };
    }
    return { element, number: subtitle !== undefined && isNumbered && main > 0 ? `${main}.${(sub += 1)}` : null };
  });
}

function heading({ element: { title, subtitle, isAnnex }, number }: Numbered): string {
  const text = escapeHtml(title ?? subtitle ?? '');
  if (text === '') return '';
  const mark = number === null ? '' : isAnnex === true ? `${number}: ` : title === undefined ? `${number} ` : `${number}. `;
  const level = title === undefined ? 'h3' : 'h2';
  return `<${level}>${mark}${text}</${level}>\n`;
}

/** Renders the parts of a document whose conditions are true, numbered and with values (cache-compliance-maps-2fa-theme.md 2.3). */
export function renderElements(elements: readonly DocumentElement[], filling: RenderInput): string {
  const present = elements.filter(({ when = [] }) => when.every((one) => filling.circumstances.has(one)));
  const annexesLast = [...present.filter(({ isAnnex }) => isAnnex !== true), ...present.filter(({ isAnnex }) => isAnnex === true)];
  const all = numbered(annexesLast);
  const numbers = new Map(all.flatMap(({ element: { id }, number }) => (id === undefined || number === null ? [] : [[id, number]])));
  const fill = (text: string) =>
    text.replace(PLACEHOLDER, (placeholder: string, comma: string | undefined, name: string | undefined, article: string | undefined) => {
      if (article !== undefined) {
        const number = numbers.get(article);
        return number === undefined ? '' : number.startsWith('Annex') ? `see ${number}` : `see paragraph ${number}`;
      }
      const value = Object.hasOwn(filling.values, name ?? '') ? filling.values[name ?? ''] : undefined;
      return value === undefined ? placeholder : htmlOf(value, comma !== undefined);
    });
  return all
    .map((one) => {
      const { text = '', insert } = one.element;
      return `${heading(one)}${paragraphs(withoutEmptyLines(fill(text)))}${insert === undefined ? '' : filling.inserts[insert]}`;
    })
    .join('\n');
}

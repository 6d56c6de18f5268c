import { escapeHtml } from '#app/core/text/plain-text.ts';
import type { Circumstance, DocumentElement, Insert } from './document.ts';

/** Values with which a document is rendered. */
export interface RenderInput {
  circumstances: ReadonlySet<Circumstance>;
  /** Values by placeholder: plain text, a list of strings, or HTML. */
  values: Readonly<Record<string, string | readonly string[] | { html: string }>>;
  /** Generated HTML that elements insert. */
  inserts: Readonly<Record<Insert, string>>;
}

type Value = RenderInput['values'][string];

const PLACEHOLDER = /\[(comma_)?([a-z][a-z_]*)\]|\[article-([a-z0-9-]+)\]/g;

/** Joins strings: `a`, `a and b`, or `a, b and c`. */
function joinStrings(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

const escapeLines = (text: string) => escapeHtml(text.trim()).replace(/\r?\n/g, '<br>');

function renderValue(value: Value, isInline: boolean): string {
  if (typeof value === 'string') return escapeLines(value);
  if ('html' in value) return value.html;
  if (isInline) return escapeHtml(joinStrings(value));
  return value.length === 0 ? '' : `<ul>${value.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
}

/** Wraps text in `<p>` elements. Does not wrap lists. */
const wrapParagraph = (html: string) =>
  html
    .split(/(<ul>.*?<\/ul>)/s)
    .map((piece) => (piece.startsWith('<ul>') || piece.trim() === '' ? piece : `<p>${piece.trim()}</p>`))
    .join('');

const renderParagraphs = (html: string) =>
  html
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(wrapParagraph)
    .join('\n');

/** Removes empty lines, which result from missing lines of an address. */
const removeEmptyLines = (html: string) =>
  html
    .replace(/<br *\/?>/g, '<br>')
    .replace(/(?:<br>\s*)+(?=<br>|\s*$)/g, '')
    .replace(/^(?:\s*<br>)+/, '');

interface NumberedElement {
  element: DocumentElement;
  /** `3`, `3.1` or `Annex 1`. Null if the element has no number. */
  number: string | null;
}

function numberElements(elements: readonly DocumentElement[]): NumberedElement[] {
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

function renderHeading({ element: { title, subtitle, isAnnex }, number }: NumberedElement): string {
  const text = escapeHtml(title ?? subtitle ?? '');
  if (text === '') return '';
  const prefix = number === null ? '' : isAnnex === true ? `${number}: ` : title === undefined ? `${number} ` : `${number}. `;
  const level = title === undefined ? 'h3' : 'h2';
  return `<${level}>${prefix}${text}</${level}>\n`;
}

/** Renders the elements whose circumstances are true, with numbers and values (docs/behaviour/cache-compliance-maps-2fa-theme.md 2.3). */
export function renderElements(elements: readonly DocumentElement[], input: RenderInput): string {
  const visible = elements.filter(({ when = [] }) => when.every((circumstance) => input.circumstances.has(circumstance)));
  const annexesLast = [...visible.filter(({ isAnnex }) => isAnnex !== true), ...visible.filter(({ isAnnex }) => isAnnex === true)];
  const numberedElements = numberElements(annexesLast);
  const numbers = new Map(
    numberedElements.flatMap(({ element: { id }, number }) => (id === undefined || number === null ? [] : [[id, number]])),
  );
  const fillPlaceholders = (text: string) =>
    text.replace(PLACEHOLDER, (placeholder: string, comma: string | undefined, name: string | undefined, article: string | undefined) => {
      if (article !== undefined) {
        const number = numbers.get(article);
        return number === undefined ? '' : number.startsWith('Annex') ? `see ${number}` : `see paragraph ${number}`;
      }
      const value = Object.hasOwn(input.values, name ?? '') ? input.values[name ?? ''] : undefined;
      return value === undefined ? placeholder : renderValue(value, comma !== undefined);
    });
  return numberedElements
    .map((numbered) => {
      const { text = '', insert } = numbered.element;
      return `${renderHeading(numbered)}${renderParagraphs(removeEmptyLines(fillPlaceholders(text)))}${insert === undefined ? '' : input.inserts[insert]}`;
    })
    .join('\n');
}

import { escapeHtml } from '../../core/text/plain-text.ts';

/** Markup that may go into a page as it is. */
export class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** What may stand in a template: texts and numbers are escaped, markup and lists of it are not; null, undefined and false show nothing. */
export type MarkupValue = string | number | Markup | null | undefined | false | readonly MarkupValue[];

function textOf(value: MarkupValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Markup) return value.toString();
  if (typeof value === 'object') return value.map(textOf).join('');
  return escapeHtml(String(value));
}

/** Template of markup; values are escaped for texts and for attributes in quotes. The views are a domain's, so they cannot use the one of the pages. */
export function markup(parts: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return new Markup(parts.map((part, i) => part + (i < values.length ? textOf(values[i]) : '')).join(''));
}

/** Marks text as markup that is safe already: cleaned when it was stored, or our own. */
export function safe(text: string): Markup {
  return new Markup(text);
}

/** A data block: read by scripts, never run. */
export function dataBlock(attributes: string, data: unknown): Markup {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026');
  return new Markup(`<script ${attributes}>${json}</script>`);
}

import { escapeHtml } from './plain-text.ts';

/** Markup that may go into a page as it is. */
export class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

/** What may stand in a template: texts and numbers are escaped, markup and lists of it are not; null, undefined and false show nothing. */
export type HtmlValue = string | number | Html | null | undefined | false | readonly HtmlValue[];

function markupOf(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.map(markupOf).join('');
  return escapeHtml(String(value));
}

/**
 * Template of markup. Values are escaped for texts and for attributes in quotes; an attribute whose value comes from outside must be quoted,
 * and an address from outside must have been checked.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let markup = parts[0] ?? '';
  values.forEach((value, i) => (markup += markupOf(value) + (parts[i + 1] ?? '')));
  return new Html(markup);
}

/** Marks text as markup that is safe already: cleaned when it was stored, or our own. */
export function trusted(markup: string): Html {
  return new Html(markup);
}

/** A data block: read by scripts, never run. */
export function dataBlock(attributes: string, data: unknown): Html {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026');
  return new Html(`<script ${attributes}>${json}</script>`);
}

import { escapeHtml } from './plain-text.ts';

/** Markup that is inserted into a page without escaping. */
export class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

/** Value in a template. Texts and numbers are escaped; markup is not. Null, undefined and false are empty. */
export type HtmlValue = string | number | Html | null | undefined | false | readonly HtmlValue[];

function toMarkup(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.map(toMarkup).join('');
  return escapeHtml(String(value));
}

/**
 * Template tag for markup. Escapes values for text and quoted attributes. Attributes with external values must be quoted, and external addresses must have
 * been checked.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let markup = parts[0] ?? '';
  values.forEach((value, i) => (markup += toMarkup(value) + (parts[i + 1] ?? '')));
  return new Html(markup);
}

/** Declares markup as safe: it was cleaned when it was stored, or it is written in the code. */
export function trustHtml(markup: string): Html {
  return new Html(markup);
}

/** Creates a data block, which scripts read but never run. */
export function createDataBlock(attributes: string, data: unknown): Html {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026');
  return new Html(`<script ${attributes}>${json}</script>`);
}

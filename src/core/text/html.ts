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

/** Value in a template. Strings and numbers are escaped, and markup is inserted unchanged. Null, undefined and false insert nothing. */
export type HtmlValue = string | number | Html | null | undefined | false | readonly HtmlValue[];

function toMarkup(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.map(toMarkup).join('');
  return escapeHtml(String(value));
}

/**
 * Template tag for markup. Escapes values for text and for quoted attributes. Therefore attributes with values from outside must be quoted. URLs from
 * outside must be checked before.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let markup = parts[0] ?? '';
  values.forEach((value, i) => (markup += toMarkup(value) + (parts[i + 1] ?? '')));
  return new Html(markup);
}

/** Declares markup as safe, because it was cleaned when it was stored, or because it is written in the code. */
export function trustHtml(markup: string): Html {
  return new Html(markup);
}

/** Creates a script element with JSON that scripts read. Browsers do not run it. */
export function createDataBlock(attributes: string, data: unknown): Html {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026');
  return new Html(`<script ${attributes}>${json}</script>`);
}

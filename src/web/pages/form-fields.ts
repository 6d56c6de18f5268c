import { type Html, html, trusted } from '#app/core/text/html.ts';
import type { Say } from '#app/core/language/say.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';

/** What is wrong with a form that was sent: by name of the field, and on the whole. */
export interface Faults {
  fields: ReadonlyMap<string, string | Html>;
  /** Null where single fields say it all. */
  general: string | Html | null;
  status: number;
}

/** A field for a line of text. */
export interface TextField {
  name: string;
  label: TextKey;
  type?: 'text' | 'email';
  value: string;
  autocomplete: string;
  isRequired?: boolean;
  /** Distinguishes fields of the same name in several forms of a page. */
  form?: string;
}

const idOf = ({ name, form }: Pick<TextField, 'name' | 'form'>) => (form === undefined ? name : `${form}-${name}`);

/** A field with its label, and beside it what is wrong with it. */
export function textField(say: Say, field: TextField, faults: Faults | null): Html {
  const { name, label, type = 'text', value, autocomplete, isRequired = false } = field;
  const id = idOf(field);
  const fault = faults?.fields.get(name);
  const state = fault === undefined ? '' : ` aria-invalid="true" aria-describedby="${id}-fault"`;
  return html`<div class="field">
<label for="${id}">${say(label)}</label>
<input type="${type}" id="${id}" name="${name}" value="${value}" autocomplete="${autocomplete}" maxlength="250"${trusted(isRequired ? ' required' : '')}${trusted(state)}>
${fault !== undefined && html`<p class="fault" id="${id}-fault">${fault}</p>`}
</div>`;
}

/** The title of a page, which is read first: it says when something is wrong. */
export const titleWith = (say: Say, title: string, faults: Faults | null): string => (faults ? say('form.faultTitle', { title }) : title);

/** What is wrong, above the form: each with a link to its field. Nothing where nothing is. */
export function faultSummary(say: Say, faults: Faults | null, form?: string): Html | null {
  if (!faults) return null;
  const items = [...faults.fields].map(
    ([name, text]) => html`<li><a href="#${idOf(form === undefined ? { name } : { name, form })}">${text}</a></li>`,
  );
  return html`<div class="notice error" role="alert">
<p><strong>${faults.general ?? say('form.faults', { count: faults.fields.size })}</strong></p>
${items.length > 0 && html`<ul>${items}</ul>`}
</div>`;
}

import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';

/** Faults of a submitted form. */
export interface FormFaults {
  /** Messages by name of the field. */
  fields: ReadonlyMap<string, string | Html>;
  /** Message about the whole form. Null if the messages of the fields are sufficient. */
  general: string | Html | null;
  status: number;
}

/** A single-line text field. */
export interface TextField {
  name: string;
  label: TextKey;
  type?: 'text' | 'email';
  value: string;
  autocomplete: string;
  isRequired?: boolean;
  /** Distinguishes fields with the same name in several forms of a page. */
  form?: string;
}

const getFieldId = ({ name, form }: Pick<TextField, 'name' | 'form'>) => (form === undefined ? name : `${form}-${name}`);

/** Renders a field with its label and its fault. */
export function renderTextField(translate: Translate, field: TextField, faults: FormFaults | null): Html {
  const { name, label, type = 'text', value, autocomplete, isRequired = false } = field;
  const id = getFieldId(field);
  const fault = faults?.fields.get(name);
  const state = fault === undefined ? '' : ` aria-invalid="true" aria-describedby="${id}-fault"`;
  return html`<div class="field">
<label for="${id}">${translate(label)}</label>
<input type="${type}" id="${id}" name="${name}" value="${value}" autocomplete="${autocomplete}" maxlength="250"${trustHtml(isRequired ? ' required' : '')}${trustHtml(state)}>
${fault !== undefined && html`<p class="fault" id="${id}-fault">${fault}</p>`}
</div>`;
}

/** Returns the title of a page. It mentions faults, because screen readers read the title first. */
export const getFormTitle = (translate: Translate, title: string, faults: FormFaults | null): string =>
  faults ? translate('form.faultTitle', { title }) : title;

/** Renders the faults above the form, each with a link to its field. Returns null without faults. */
export function renderFaultSummary(translate: Translate, faults: FormFaults | null, form?: string): Html | null {
  if (!faults) return null;
  const items = [...faults.fields].map(
    ([name, text]) => html`<li><a href="#${getFieldId(form === undefined ? { name } : { name, form })}">${text}</a></li>`,
  );
  return html`<div class="notice error" role="alert">
<p><strong>${faults.general ?? translate('form.faults', { count: faults.fields.size })}</strong></p>
${items.length > 0 && html`<ul>${items}</ul>`}
</div>`;
}

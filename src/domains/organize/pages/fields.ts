import { type Html, html, type HtmlValue, trustHtml } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { FormFaults } from '#app/web/pages/form-fields.ts';
import { createFieldReader, parseNumber } from '#app/web/pages/forms.ts';
import type { OrganizerContext } from './organizer-page.ts';

/** Returns the value of a form field. */
export type FieldReader = (name: string) => string;

/** A form field for text, a date or a number. */
export interface Field {
  name: string;
  label: string;
  value: string;
  type?: string;
  hint?: string;
  /** Further attributes as trusted HTML. */
  attributes?: string;
}

/** Returns the submitted fields if the request sent the form of this button, so that the form is shown again with them. Otherwise, returns null. */
export function getRejectedFields({ request }: OrganizerContext, button: string, id: number): FieldReader | null {
  const field = createFieldReader(request.body);
  return field('act') === button && parseNumber(field('id')) === id ? field : null;
}

/** Returns the `open` attribute of a `details` element. */
export const renderOpenAttribute = (isOpen: boolean): Html => trustHtml(isOpen ? ' open' : '');

const findFault = (faults: FormFaults | null, name: string): string | Html | undefined => faults?.fields.get(name);

/** Returns the attributes that connect a control to its hint and fault. */
export function renderDescribedBy(faults: FormFaults | null, { name, hint }: Pick<Field, 'name' | 'hint'>): Html {
  const ids = [...(hint === undefined ? [] : [`${name}-hint`]), ...(findFault(faults, name) === undefined ? [] : [`${name}-fault`])];
  const described = ids.length > 0 ? ` aria-describedby="${ids.join(' ')}"` : '';
  return trustHtml(`${findFault(faults, name) === undefined ? '' : ' aria-invalid="true"'}${described}`);
}

/** Renders a control with its label, hint and fault. */
export function renderLabeledField(
  faults: FormFaults | null,
  { name, label, hint }: Pick<Field, 'name' | 'label' | 'hint'>,
  control: HtmlValue,
): Html {
  const fault = findFault(faults, name);
  return html`<div class="field"><label for="${name}">${label}</label>
${control}
${hint !== undefined && html`<span class="hint" id="${name}-hint">${hint}</span>`}${fault !== undefined && html`<p class="fault" id="${name}-fault">${fault}</p>`}</div>`;
}

/** Renders a single-line field. */
export function renderInput(faults: FormFaults | null, field: Field): Html {
  const { name, value, type = 'text', attributes = '' } = field;
  const control = html`<input type="${type}" id="${name}" name="${name}" value="${value}"${renderDescribedBy(faults, field)} ${trustHtml(attributes)}>`;
  return renderLabeledField(faults, field, control);
}

/** Returns the `selected` attribute of an option. */
export const renderSelectedAttribute = (isSelected: boolean): Html => trustHtml(isSelected ? ' selected' : '');

/** Renders a checkbox. */
export function renderCheckbox({ name, label, isChecked, hint }: { name: string; label: string; isChecked: boolean; hint?: string }): Html {
  return html`<div class="field check"><input type="checkbox" id="${name}" name="${name}" value="1"${trustHtml(isChecked ? ' checked' : '')}${hint !== undefined && trustHtml(` aria-describedby="${name}-hint"`)}><label for="${name}">${label}</label>${hint !== undefined && html`<span class="hint" id="${name}-hint">${hint}</span>`}</div>`;
}

/** Renders a selection list. */
export function renderSelect(
  faults: FormFaults | null,
  field: Pick<Field, 'name' | 'label' | 'hint' | 'value'>,
  options: readonly (readonly [value: string, label: string])[],
): Html {
  const { name, value } = field;
  const items = options.map(
    ([option, label]) => html`<option value="${option}"${renderSelectedAttribute(option === value)}>${label}</option>`,
  );
  return renderLabeledField(faults, field, html`<select id="${name}" name="${name}"${renderDescribedBy(faults, field)}>${items}</select>`);
}

/** Renders a multi-line field. */
export function renderTextarea(faults: FormFaults | null, field: Field & { rows?: number }): Html {
  const { name, value, rows = 4, attributes = '' } = field;
  return renderLabeledField(
    faults,
    field,
    html`<textarea id="${name}" name="${name}" rows="${rows}"${renderDescribedBy(faults, field)} ${trustHtml(attributes)}>
${value}</textarea>`,
  );
}

/** Renders the faults above the form, with links to their fields. */
export function renderFaultNotice(translate: Translate, faults: FormFaults | null): Html | null {
  if (!faults) return null;
  const items = [...faults.fields].map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`);
  return html`<div class="notice error" role="alert"><p><strong>${faults.general ?? translate('organize.lookAtThis')}</strong></p>${items.length > 0 && html`<ul>${items}</ul>`}</div>`;
}

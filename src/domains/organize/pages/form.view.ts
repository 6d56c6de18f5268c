import { type Html, html, type HtmlValue, trusted } from '#app/core/html.ts';
import { siteZone } from '#app/domains/content/site-time.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import type { Faults } from '#app/web/pages/form-fields.ts';
import { nonceField } from '#app/web/pages/forms.ts';
import { type EventForm, ticketField, type TicketForm } from '../form.rules.ts';
import { ORGANIZE_ACTION } from './entry.ts';

/** Everything that the form of an event shows. */
export interface FormView {
  site: Site;
  viewer: Viewer;
  /** Where it is sent to. */
  path: string;
  form: EventForm;
  faults: Faults | null;
  venues: readonly { id: number; name: string }[];
  /** Address of the chosen picture; null where there is none. */
  pictureUrl: string | null;
  /** Status of a stored event; null for a new one. */
  status: string | null;
  mayPublish: boolean;
  mayUpload: boolean;
  /** Whether the shop may sell (a price), or what it is told instead. */
  currency: string;
}

interface Field {
  name: string;
  label: string;
  value: string;
  type?: string;
  hint?: string;
  /** Further attributes, written by us. */
  more?: string;
}

const faultOf = (faults: Faults | null, name: string): string | undefined => faults?.fields.get(name);

function describedBy(faults: Faults | null, { name, hint }: Pick<Field, 'name' | 'hint'>): Html {
  const ids = [...(hint === undefined ? [] : [`${name}-hint`]), ...(faultOf(faults, name) === undefined ? [] : [`${name}-fault`])];
  const described = ids.length > 0 ? ` aria-describedby="${ids.join(' ')}"` : '';
  return trusted(`${faultOf(faults, name) === undefined ? '' : ' aria-invalid="true"'}${described}`);
}

function around(faults: Faults | null, { name, label, hint }: Pick<Field, 'name' | 'label' | 'hint'>, control: HtmlValue): Html {
  const fault = faultOf(faults, name);
  return html`<div class="field"><label for="${name}">${label}</label>
${control}
${hint !== undefined && html`<span class="hint" id="${name}-hint">${hint}</span>`}${fault !== undefined && html`<p class="fault" id="${name}-fault">${fault}</p>`}</div>`;
}

function input(faults: Faults | null, field: Field): Html {
  const { name, value, type = 'text', more = '' } = field;
  const control = html`<input type="${type}" id="${name}" name="${name}" value="${value}"${describedBy(faults, field)} ${trusted(more)}>`;
  return around(faults, field, control);
}

const chosen = (is: boolean) => trusted(is ? ' selected' : '');

function when({ site, form, faults }: FormView): Html {
  const at = (name: 'start' | 'end', label: string) => html`<div class="org-two">
${input(faults, { name: `${name}Day`, label: `${label} on`, type: 'date', value: form[`${name}Day`], more: 'required' })}
${input(faults, { name: `${name}Time`, label: `${label} at`, type: 'time', value: form[`${name}Time`].slice(0, 5) })}</div>`;
  return html`<fieldset><legend>When</legend>
${at('start', 'Begins')}${at('end', 'Ends')}
<div class="field check"><input type="checkbox" id="allDay" name="allDay" value="1"${trusted(form.allDay ? ' checked' : '')}><label for="allDay">Whole days: times do not matter</label></div>
${input(faults, { name: 'timezone', label: 'Time zone', value: form.timezone, hint: `Empty: the site’s own, ${siteZone(site).name}.`, more: 'list="zones" autocomplete="off"' })}
<datalist id="zones">${Intl.supportedValuesOf('timeZone').map((zone) => html`<option value="${zone}"></option>`)}</datalist></fieldset>`;
}

function where({ form, faults, venues }: FormView): Html {
  const field = { name: 'venue', label: 'Venue' };
  const options = venues.map(({ id, name }) => html`<option value="${id}"${chosen(form.venue === String(id))}>${name}</option>`);
  return html`<fieldset><legend>Where</legend>
${around(faults, field, html`<select id="venue" name="venue"${describedBy(faults, field)}><option value=""${chosen(form.venue === '')}>No venue</option>${options}<option value="new"${chosen(form.venue === 'new')}>A new one, named below</option></select>`)}
<details${trusted(form.venue === 'new' || venues.length === 0 ? ' open' : '')}><summary>A new venue</summary>
${input(faults, { name: 'venueName', label: 'Name of the new venue', value: form.venueName, more: 'maxlength="250"' })}
<div class="org-two">${input(faults, { name: 'venueAddress', label: 'Street and number', value: form.venueAddress, more: 'maxlength="250"' })}
${input(faults, { name: 'venueCity', label: 'City', value: form.venueCity, more: 'maxlength="250"' })}</div></details></fieldset>`;
}

function picture({ form, faults, pictureUrl, mayUpload }: FormView): Html | null {
  if (!mayUpload && pictureUrl === null) return null;
  return html`<fieldset><legend>Picture</legend>
<input type="hidden" name="image" value="${pictureUrl === null ? '' : form.image}">
${pictureUrl !== null && html`<img src="${pictureUrl}" alt="The present picture"><div class="field check"><input type="checkbox" id="noPicture" name="noPicture" value="1"><label for="noPicture">Without this picture</label></div>`}
${mayUpload && input(faults, { name: 'picture', label: pictureUrl === null ? 'Picture' : 'Another picture', type: 'file', value: '', hint: 'JPEG, PNG, WebP or AVIF.', more: 'accept="image/jpeg,image/png,image/webp,image/avif"' })}</fieldset>`;
}

function ticket({ faults, currency }: FormView, one: TicketForm, at: number): Html {
  const name = (field: string) => ticketField(at, field);
  const isNew = one.id === 0;
  const kind = { name: name('kind'), label: 'Kind' };
  const kinds = html`<select id="${kind.name}" name="${kind.name}"><option value="tc"${chosen(one.kind !== 'rsvp')}>Ticket, with or without a price</option><option value="rsvp"${chosen(one.kind === 'rsvp')}>Registration (RSVP), free</option></select>`;
  return html`<fieldset><legend>${isNew ? 'New ticket' : one.name || 'Ticket'}</legend>
<input type="hidden" name="${name('id')}" value="${one.id}"><input type="hidden" name="${name('description')}" value="${one.description}">
${isNew ? around(faults, kind, kinds) : html`<input type="hidden" name="${kind.name}" value="${one.kind}">`}
${input(faults, { name: name('name'), label: 'Name of the ticket', value: one.name, more: 'maxlength="250"', ...(isNew && { hint: 'Leave it empty if you need no further ticket.' }) })}
<div class="org-two">
${(isNew || one.kind !== 'rsvp') && input(faults, { name: name('price'), label: `Price in ${currency}`, value: one.price, hint: '0 or empty: free.', more: 'inputmode="decimal" autocomplete="off"' })}
${input(faults, { name: name('capacity'), label: 'Capacity', value: one.capacity, hint: 'Empty: no limit.', more: 'inputmode="numeric" autocomplete="off"' })}</div>
<div class="org-two">
${input(faults, { name: name('opens'), label: 'On sale from', type: 'datetime-local', value: one.opens, hint: 'Empty: at once.' })}
${input(faults, { name: name('closes'), label: 'On sale until', type: 'datetime-local', value: one.closes, hint: 'Empty: until it ends.' })}</div></fieldset>`;
}

/** What is wrong, above the form, each with a link to its field. */
function summary(faults: Faults | null): Html | null {
  if (!faults) return null;
  const items = [...faults.fields].map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`);
  return html`<div class="notice error" role="alert"><p><strong>${faults.general ?? 'Not saved yet. Please look at this:'}</strong></p>${items.length > 0 && html`<ul>${items}</ul>`}</div>`;
}

function buttons({ status, mayPublish }: FormView): Html {
  const isPublished = status !== null && ['publish', 'future', 'private'].includes(status);
  if (isPublished)
    return html`<div class="actions"><button name="save" value="keep">Save changes</button><button class="plain" name="save" value="draft">Take it off the site</button></div>`;
  const publish = mayPublish ? 'Save and publish' : 'Save and ask for review';
  return html`<div class="actions"><button name="save" value="publish">${publish}</button><button class="plain" name="save" value="draft">Save as a draft and preview</button></div>`;
}

/** The form of an event with its tickets. */
export function formPart(view: FormView): Html {
  const { site, viewer, path, form, faults } = view;
  return html`${summary(faults)}
<form method="post" action="${path}" enctype="multipart/form-data" class="org-form" novalidate>
${nonceField(site, viewer, ORGANIZE_ACTION)}<input type="hidden" name="tickets" value="${form.tickets.length}">
${input(faults, { name: 'title', label: 'Title', value: form.title, more: 'maxlength="500" required' })}
${around(
  faults,
  { name: 'description', label: 'Description' },
  html`<textarea id="description" name="description" rows="8">
${form.description}</textarea>`,
)}
${when(view)}${where(view)}${picture(view)}
<h2 id="tickets">Tickets</h2>
${form.tickets.map((one, at) => ticket(view, one, at))}
${buttons(view)}
</form>`;
}

import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';
import { getSiteZone } from '#app/domains/content/site-time.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import type { FormFaults } from '#app/web/pages/form-fields.ts';
import { renderNonceField } from '#app/web/pages/forms.ts';
import {
  renderLabeledField,
  renderCheckbox,
  renderSelectedAttribute,
  renderDescribedBy,
  renderFaultNotice,
  renderInput,
  renderSelect,
  renderTextarea,
} from './fields.ts';
import { type EventForm, hasNewVenue, buildTicketFieldName, type TicketForm } from '../form.rules.ts';
import { weekdays } from '../series/repeat-form.rules.ts';
import { type SeriesScope, seriesScopes } from '../series/series.service.ts';
import { ORGANIZE_ACTION } from './organizer-page.ts';

/** Data of the event form. */
export interface FormView {
  site: Site;
  translate: Translate;
  viewer: Viewer;
  /** Path to which the browser sends the form. */
  path: string;
  form: EventForm;
  faults: FormFaults | null;
  venues: readonly { id: number; name: string }[];
  organizers: readonly { id: number; name: string }[];
  /** True if the event has several organizers, which the form does not change. */
  hasSeveralOrganizers: boolean;
  categories: readonly string[];
  tags: readonly string[];
  /** URL of the selected image; null without an image. */
  pictureUrl: string | null;
  /** Number of events in the series; null for a single event. */
  seriesLength: number | null;
  /** True if the event can become the first event of a series. */
  mayRepeat: boolean;
  /** True if the event has discount codes that can be copied to further dates. */
  asksForCodes: boolean;
  /** Status of a stored event; null for a new event. */
  status: string | null;
  mayPublish: boolean;
  mayUpload: boolean;
  /** Currency of the prices. */
  currency: string;
}

function renderWhenPart({ site, translate, form, faults }: FormView): Html {
  const renderDateFields = (name: 'start' | 'end', day: TextKey, time: TextKey) => html`<div class="org-two">
${renderInput(faults, { name: `${name}Day`, label: translate(day), type: 'date', value: form[`${name}Day`], attributes: 'required' })}
${renderInput(faults, { name: `${name}Time`, label: translate(time), type: 'time', value: form[`${name}Time`].slice(0, 5) })}</div>`;
  return html`<fieldset><legend>${translate('ticket.when')}</legend>
${renderDateFields('start', 'organize.startDay', 'organize.startTime')}${renderDateFields('end', 'organize.endDay', 'organize.endTime')}
<div class="field check"><input type="checkbox" id="allDay" name="allDay" value="1"${trustHtml(form.allDay ? ' checked' : '')}><label for="allDay">${translate('organize.allDay')}</label></div>
${renderInput(faults, { name: 'timezone', label: translate('organize.zone'), value: form.timezone, hint: translate('organize.zoneHint', { zone: getSiteZone(site).name }), attributes: 'list="zones" autocomplete="off"' })}
<datalist id="zones">${Intl.supportedValuesOf('timeZone').map((zone) => html`<option value="${zone}"></option>`)}</datalist></fieldset>`;
}

function renderWherePart({ translate, form, faults, venues }: FormView): Html {
  const field = { name: 'venue', label: translate('organize.venue') };
  const options = venues.map(
    ({ id, name }) => html`<option value="${id}"${renderSelectedAttribute(form.venue === String(id))}>${name}</option>`,
  );
  return html`<fieldset><legend>${translate('ticket.where')}</legend>
${renderLabeledField(faults, field, html`<select id="venue" name="venue"${renderDescribedBy(faults, field)}><option value=""${renderSelectedAttribute(form.venue === '')}>${translate('organize.noVenue')}</option>${options}<option value="new"${renderSelectedAttribute(form.venue === 'new')}>${translate('organize.newVenueChoice')}</option></select>`)}
<details${trustHtml(form.venue === 'new' || hasNewVenue(form) || venues.length === 0 ? ' open' : '')}><summary>${translate('organize.newVenue')}</summary>
${renderInput(faults, { name: 'venueName', label: translate('organize.venueName'), value: form.venueName, attributes: 'maxlength="250"' })}
<div class="org-two">${renderInput(faults, { name: 'venueAddress', label: translate('organize.venueAddress'), value: form.venueAddress, attributes: 'maxlength="250"' })}
${renderInput(faults, { name: 'venueCity', label: translate('organize.venueCity'), value: form.venueCity, attributes: 'maxlength="250"' })}</div></details></fieldset>`;
}

function renderPicturePart({ translate, form, faults, pictureUrl, mayUpload }: FormView): Html | null {
  if (!mayUpload && pictureUrl === null) return null;
  return html`<fieldset><legend>${translate('organize.picture')}</legend>
<input type="hidden" name="image" value="${pictureUrl === null ? '' : form.image}">
${pictureUrl !== null && html`<img src="${pictureUrl}" alt="${translate('organize.presentPicture')}"><div class="field check"><input type="checkbox" id="noPicture" name="noPicture" value="1"><label for="noPicture">${translate('organize.noPicture')}</label></div>`}
${(mayUpload || pictureUrl !== null) && renderInput(faults, { name: 'altText', label: translate('organize.altText'), value: form.altText, hint: translate('organize.altTextHint'), attributes: 'maxlength="500" autocomplete="off"' })}
${mayUpload && renderInput(faults, { name: 'picture', label: translate(pictureUrl === null ? 'organize.picture' : 'organize.otherPicture'), type: 'file', value: '', hint: translate('organize.pictureHint'), attributes: 'accept="image/jpeg,image/png,image/webp,image/avif"' })}</fieldset>`;
}

function renderDetailsPart({ translate, form, faults, organizers, hasSeveralOrganizers, categories, tags }: FormView): Html {
  const options: [string, string][] = [
    ...(hasSeveralOrganizers ? [['keep', translate('organize.severalOrganizers')] as [string, string]] : []),
    ['', translate('organize.noOrganizer')],
    ...organizers.map(({ id, name }): [string, string] => [String(id), name]),
  ];
  const renderDatalist = (id: string, names: readonly string[]) =>
    html`<datalist id="${id}">${names.map((name) => html`<option value="${name}"></option>`)}</datalist>`;
  return html`<fieldset><legend>${translate('organize.more')}</legend>
${renderSelect(faults, { name: 'organizer', label: translate('organize.organizer'), value: form.organizer }, options)}
${renderInput(faults, { name: 'organizerName', label: translate('organize.organizerName'), value: form.organizerName, attributes: 'maxlength="250" autocomplete="off"' })}
${renderInput(faults, { name: 'categories', label: translate('organize.categories'), value: form.categories, hint: translate('organize.namesHint'), attributes: 'list="known-categories" autocomplete="off"' })}
${renderInput(faults, { name: 'tags', label: translate('organize.tags'), value: form.tags, hint: translate('organize.namesHint'), attributes: 'list="known-tags" autocomplete="off"' })}
${renderDatalist('known-categories', categories)}${renderDatalist('known-tags', tags)}</fieldset>`;
}

/** True if the less common fields of a ticket are filled. */
const hasFurtherFields = (
  { description, minPerOrder, maxPerOrder, visibility, places }: TicketForm,
  index: number,
  faults: FormFaults | null,
): boolean =>
  [description, minPerOrder, maxPerOrder].some((text) => text !== '') ||
  visibility === 'box-office' ||
  places === 'shared' ||
  ['least', 'most'].some((name) => faults?.fields.has(buildTicketFieldName(index, name)) === true);

function renderTicketPart({ translate, faults, currency }: FormView, ticket: TicketForm, index: number): Html {
  const getName = (field: string) => buildTicketFieldName(index, field);
  const isNew = ticket.id === 0;
  const kind = { name: getName('kind'), label: translate('organize.kind') };
  const kinds = html`<select id="${kind.name}" name="${kind.name}"><option value="tc"${renderSelectedAttribute(ticket.kind !== 'rsvp')}>${translate('organize.kind.ticket')}</option><option value="rsvp"${renderSelectedAttribute(ticket.kind === 'rsvp')}>${translate('organize.kind.registration')}</option></select>`;
  return html`<fieldset><legend>${isNew ? translate('organize.newTicket') : ticket.name || translate('ticket.ticket')}</legend>
<input type="hidden" name="${getName('id')}" value="${ticket.id}">
${isNew ? renderLabeledField(faults, kind, kinds) : html`<input type="hidden" name="${kind.name}" value="${ticket.kind}">`}
${renderInput(faults, { name: getName('name'), label: translate('organize.ticketName'), value: ticket.name, attributes: 'maxlength="250"', ...(isNew && { hint: translate('organize.ticketNameHint') }) })}
<div class="org-two">
${(isNew || ticket.kind !== 'rsvp') && renderInput(faults, { name: getName('price'), label: translate('organize.priceIn', { currency }), value: ticket.price, hint: translate('organize.priceHint'), attributes: 'inputmode="decimal" autocomplete="off"' })}
${renderInput(faults, { name: getName('capacity'), label: translate('organize.capacity'), value: ticket.capacity, hint: translate('organize.capacityHint'), attributes: 'inputmode="numeric" autocomplete="off"' })}</div>
<div class="org-two">
${renderInput(faults, { name: getName('opens'), label: translate('organize.opens'), type: 'datetime-local', value: ticket.opens, hint: translate('organize.opensHint') })}
${renderInput(faults, { name: getName('closes'), label: translate('organize.closes'), type: 'datetime-local', value: ticket.closes, hint: translate('organize.closesHint') })}</div>
<details${trustHtml(hasFurtherFields(ticket, index, faults) ? ' open' : '')}><summary>${translate('organize.moreOfTicket')}</summary>
${renderTextarea(faults, { name: getName('description'), label: translate('organize.description'), value: ticket.description, rows: 3, attributes: 'maxlength="2000"' })}
<div class="org-two">
${renderInput(faults, { name: getName('least'), label: translate('organize.least'), value: ticket.minPerOrder, hint: translate('organize.leastHint'), attributes: 'inputmode="numeric" autocomplete="off"' })}
${renderInput(faults, { name: getName('most'), label: translate('organize.maxPerOrder'), value: ticket.maxPerOrder, hint: translate('organize.capacityHint'), attributes: 'inputmode="numeric" autocomplete="off"' })}</div>
${
  ticket.kind !== 'rsvp' &&
  renderSelect(
    faults,
    { name: getName('places'), label: translate('organize.places'), value: ticket.places || 'own', hint: translate('organize.placesHint') },
    [
      ['own', translate('organize.places.own')],
      ['shared', translate('organize.places.shared')],
    ],
  )
}
<div class="org-two">
${renderSelect(faults, { name: getName('visibility'), label: translate('organize.visibility'), value: ticket.visibility }, [
  ['public', translate('organize.visibility.public')],
  ['box-office', translate('organize.visibility.boxOffice')],
])}
${!isNew && renderInput(faults, { name: getName('position'), label: translate('organize.position'), value: ticket.position, hint: translate('organize.positionHint'), attributes: 'inputmode="numeric" autocomplete="off"' })}</div></details></fieldset>`;
}

function renderSharedPlacesPart({ translate, faults, form }: FormView): Html {
  const isOpen = form.sharedCapacity !== '' || faults?.fields.has('sharedCapacity') === true;
  return html`<details${trustHtml(isOpen ? ' open' : '')}><summary>${translate('organize.sharing')}</summary>
${renderInput(faults, { name: 'sharedCapacity', label: translate('organize.sharedCapacity'), value: form.sharedCapacity, hint: translate('organize.sharedCapacityHint'), attributes: 'inputmode="numeric" autocomplete="off"' })}</details>`;
}

/** Returns the weekdays of rules with their names in the page's language, Monday first. */
const listWeekdayNames = ({ language }: Translate): [day: string, name: string][] =>
  weekdays.map((day, index) => [
    day,
    new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + index)),
  ]);

function renderRepeatPart({ translate, faults, form: { repeat, copiesCodes }, mayRepeat, asksForCodes }: FormView): Html | null {
  if (!mayRepeat) return null;
  const renderRepeatSelect = (name: string, label: TextKey, value: string, options: [string, string][], hint?: TextKey) =>
    renderSelect(faults, { name, label: translate(label), value, ...(hint && { hint: translate(hint) }) }, options);
  const isOpen = repeat.repeat !== '';
  return html`<details${trustHtml(isOpen ? ' open' : '')}><summary>${translate('organize.repeats')}</summary><p class="hint">${translate('organize.repeatHint')}</p>
<div class="org-two">${renderRepeatSelect(
    'repeat',
    'organize.repeats',
    repeat.repeat,
    [
      ['', translate('organize.repeat.never')],
      ['daily', translate('organize.repeat.daily')],
      ['weekly', translate('organize.repeat.weekly')],
      ['monthly', translate('organize.repeat.monthly')],
      ['monthly-weekday', translate('organize.repeat.monthlyWeekday')],
    ],
    'organize.repeat.monthlyHint',
  )}
${renderInput(faults, { name: 'every', label: translate('organize.every'), value: repeat.every, hint: translate('organize.everyHint'), attributes: 'inputmode="numeric" autocomplete="off"' })}</div>
<fieldset><legend>${translate('organize.weekdays')}</legend><p class="hint">${translate('organize.weekdaysHint')}</p><div class="org-days">${listWeekdayNames(translate).map(([day, name]) => renderCheckbox({ name: `day-${day}`, label: name, isChecked: repeat.days.includes(day) }))}</div></fieldset>
${renderRepeatSelect('ends', 'organize.ends', repeat.ends, [
  ['until', translate('organize.ends.until')],
  ['count', translate('organize.ends.count')],
])}
<div class="org-two">${renderInput(faults, { name: 'until', label: translate('organize.until'), type: 'date', value: repeat.until })}
${renderInput(faults, { name: 'count', label: translate('organize.occurrences'), value: repeat.count, hint: translate('organize.occurrencesHint'), attributes: 'inputmode="numeric" autocomplete="off"' })}</div>
${asksForCodes && renderCheckbox({ name: 'codes', label: translate('organize.withCodes'), isChecked: copiesCodes })}</details>`;
}

const scopeTexts: Readonly<Record<SeriesScope, TextKey>> = {
  one: 'organize.scope.one',
  following: 'organize.scope.following',
  all: 'organize.scope.all',
};

/** Renders the choice of the events in the series to save. */
function renderScopePart({ translate, seriesLength, form }: FormView): Html | null {
  if (seriesLength === null) return null;
  const choices = seriesScopes.map(
    (scope) =>
      html`<div class="radio"><input type="radio" id="scope-${scope}" name="scope" value="${scope}"${trustHtml(scope === form.scope ? ' checked' : '')}><label for="scope-${scope}">${translate(scopeTexts[scope])}</label></div>`,
  );
  return html`<fieldset><legend>${translate('organize.scopeOf')}</legend><p class="hint">${translate('organize.scopeHint', { count: seriesLength })}</p>${choices}</fieldset>`;
}

function renderButtons({ translate, status, mayPublish }: FormView): Html {
  const isPublished = status !== null && ['publish', 'future', 'private'].includes(status);
  if (isPublished)
    return html`<div class="actions"><button name="save" value="keep">${translate('organize.save')}</button><button class="plain" name="save" value="draft">${translate('organize.unpublish')}</button></div>`;
  const publish = translate(mayPublish ? 'organize.publish' : 'organize.askForReview');
  return html`<div class="actions"><button name="save" value="publish">${publish}</button><button class="plain" name="save" value="draft">${translate('organize.saveDraft')}</button></div>`;
}

/** Renders the form of an event with its tickets. */
export function renderForm(view: FormView): Html {
  const { site, translate, viewer, path, form, faults } = view;
  return html`${renderFaultNotice(translate, faults)}
<form method="post" action="${path}" enctype="multipart/form-data" class="org-form" novalidate>
${renderNonceField(site, viewer, ORGANIZE_ACTION)}<input type="hidden" name="tickets" value="${form.tickets.length}"><input type="hidden" name="version" value="${form.version}">
${renderInput(faults, { name: 'title', label: translate('organize.title'), value: form.title, attributes: 'maxlength="500" required' })}
${renderLabeledField(
  faults,
  { name: 'description', label: translate('organize.description') },
  html`<textarea id="description" name="description" rows="8">
${form.description}</textarea>`,
)}
${renderWhenPart(view)}${renderRepeatPart(view)}${renderWherePart(view)}${renderPicturePart(view)}${renderDetailsPart(view)}
<h2 id="tickets">${translate('offers.title')}</h2>
${form.tickets.map((ticket, index) => renderTicketPart(view, ticket, index))}
${renderSharedPlacesPart(view)}${renderScopePart(view)}
${renderButtons(view)}
</form>`;
}

import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import type { Say } from '#app/core/language/say.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';
import { getSiteZone } from '#app/domains/content/site-time.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import type { Faults } from '#app/web/pages/form-fields.ts';
import { renderNonceField } from '#app/web/pages/forms.ts';
import {
  renderLabeledField,
  renderCheckbox,
  renderSelected,
  renderDescribedBy,
  renderFaultNotice,
  renderInput,
  select,
  renderTextarea,
} from './fields.ts';
import { type EventForm, hasNewVenue, buildTicketFieldName, type TicketForm } from '../form.rules.ts';
import { weekdays } from '../series/repeat-form.rules.ts';
import { type SeriesScope, seriesScopes } from '../series/series.service.ts';
import { ORGANIZE_ACTION } from './organizer-page.ts';

/** Data of the event form. */
export interface FormView {
  site: Site;
  say: Say;
  viewer: Viewer;
  /** Path to which the browser sends the form. */
  path: string;
  form: EventForm;
  faults: Faults | null;
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

function renderWhenPart({ site, say, form, faults }: FormView): Html {
  const dateFields = (name: 'start' | 'end', day: TextKey, time: TextKey) => html`<div class="org-two">
${renderInput(faults, { name: `${name}Day`, label: say(day), type: 'date', value: form[`${name}Day`], attributes: 'required' })}
${renderInput(faults, { name: `${name}Time`, label: say(time), type: 'time', value: form[`${name}Time`].slice(0, 5) })}</div>`;
  return html`<fieldset><legend>${say('ticket.when')}</legend>
${dateFields('start', 'organize.startDay', 'organize.startTime')}${dateFields('end', 'organize.endDay', 'organize.endTime')}
<div class="field check"><input type="checkbox" id="allDay" name="allDay" value="1"${trustHtml(form.allDay ? ' checked' : '')}><label for="allDay">${say('organize.allDay')}</label></div>
${renderInput(faults, { name: 'timezone', label: say('organize.zone'), value: form.timezone, hint: say('organize.zoneHint', { zone: getSiteZone(site).name }), attributes: 'list="zones" autocomplete="off"' })}
<datalist id="zones">${Intl.supportedValuesOf('timeZone').map((zone) => html`<option value="${zone}"></option>`)}</datalist></fieldset>`;
}

function renderWherePart({ say, form, faults, venues }: FormView): Html {
  const field = { name: 'venue', label: say('organize.venue') };
  const options = venues.map(({ id, name }) => html`<option value="${id}"${renderSelected(form.venue === String(id))}>${name}</option>`);
  return html`<fieldset><legend>${say('ticket.where')}</legend>
${renderLabeledField(faults, field, html`<select id="venue" name="venue"${renderDescribedBy(faults, field)}><option value=""${renderSelected(form.venue === '')}>${say('organize.noVenue')}</option>${options}<option value="new"${renderSelected(form.venue === 'new')}>${say('organize.newVenueChoice')}</option></select>`)}
<details${trustHtml(form.venue === 'new' || hasNewVenue(form) || venues.length === 0 ? ' open' : '')}><summary>${say('organize.newVenue')}</summary>
${renderInput(faults, { name: 'venueName', label: say('organize.venueName'), value: form.venueName, attributes: 'maxlength="250"' })}
<div class="org-two">${renderInput(faults, { name: 'venueAddress', label: say('organize.venueAddress'), value: form.venueAddress, attributes: 'maxlength="250"' })}
${renderInput(faults, { name: 'venueCity', label: say('organize.venueCity'), value: form.venueCity, attributes: 'maxlength="250"' })}</div></details></fieldset>`;
}

function renderPicturePart({ say, form, faults, pictureUrl, mayUpload }: FormView): Html | null {
  if (!mayUpload && pictureUrl === null) return null;
  return html`<fieldset><legend>${say('organize.picture')}</legend>
<input type="hidden" name="image" value="${pictureUrl === null ? '' : form.image}">
${pictureUrl !== null && html`<img src="${pictureUrl}" alt="${say('organize.presentPicture')}"><div class="field check"><input type="checkbox" id="noPicture" name="noPicture" value="1"><label for="noPicture">${say('organize.noPicture')}</label></div>`}
${(mayUpload || pictureUrl !== null) && renderInput(faults, { name: 'altText', label: say('organize.altText'), value: form.altText, hint: say('organize.altTextHint'), attributes: 'maxlength="500" autocomplete="off"' })}
${mayUpload && renderInput(faults, { name: 'picture', label: say(pictureUrl === null ? 'organize.picture' : 'organize.otherPicture'), type: 'file', value: '', hint: say('organize.pictureHint'), attributes: 'accept="image/jpeg,image/png,image/webp,image/avif"' })}</fieldset>`;
}

function renderDetailsPart({ say, form, faults, organizers, hasSeveralOrganizers, categories, tags }: FormView): Html {
  const options: [string, string][] = [
    ...(hasSeveralOrganizers ? [['keep', say('organize.severalOrganizers')] as [string, string]] : []),
    ['', say('organize.noOrganizer')],
    ...organizers.map(({ id, name }): [string, string] => [String(id), name]),
  ];
  const list = (id: string, names: readonly string[]) =>
    html`<datalist id="${id}">${names.map((name) => html`<option value="${name}"></option>`)}</datalist>`;
  return html`<fieldset><legend>${say('organize.more')}</legend>
${select(faults, { name: 'organizer', label: say('organize.organizer'), value: form.organizer }, options)}
${renderInput(faults, { name: 'organizerName', label: say('organize.organizerName'), value: form.organizerName, attributes: 'maxlength="250" autocomplete="off"' })}
${renderInput(faults, { name: 'categories', label: say('organize.categories'), value: form.categories, hint: say('organize.namesHint'), attributes: 'list="known-categories" autocomplete="off"' })}
${renderInput(faults, { name: 'tags', label: say('organize.tags'), value: form.tags, hint: say('organize.namesHint'), attributes: 'list="known-tags" autocomplete="off"' })}
${list('known-categories', categories)}${list('known-tags', tags)}</fieldset>`;
}

/** True if the less common fields of a ticket are filled. */
const hasFurtherFields = (
  { description, minPerOrder, maxPerOrder, visibility, places }: TicketForm,
  index: number,
  faults: Faults | null,
): boolean =>
  [description, minPerOrder, maxPerOrder].some((text) => text !== '') ||
  visibility === 'box-office' ||
  places === 'shared' ||
  ['least', 'most'].some((name) => faults?.fields.has(buildTicketFieldName(index, name)) === true);

function renderTicketPart({ say, faults, currency }: FormView, ticket: TicketForm, index: number): Html {
  const name = (field: string) => buildTicketFieldName(index, field);
  const isNew = ticket.id === 0;
  const kind = { name: name('kind'), label: say('organize.kind') };
  const kinds = html`<select id="${kind.name}" name="${kind.name}"><option value="tc"${renderSelected(ticket.kind !== 'rsvp')}>${say('organize.kind.ticket')}</option><option value="rsvp"${renderSelected(ticket.kind === 'rsvp')}>${say('organize.kind.registration')}</option></select>`;
  return html`<fieldset><legend>${isNew ? say('organize.newTicket') : ticket.name || say('ticket.ticket')}</legend>
<input type="hidden" name="${name('id')}" value="${ticket.id}">
${isNew ? renderLabeledField(faults, kind, kinds) : html`<input type="hidden" name="${kind.name}" value="${ticket.kind}">`}
${renderInput(faults, { name: name('name'), label: say('organize.ticketName'), value: ticket.name, attributes: 'maxlength="250"', ...(isNew && { hint: say('organize.ticketNameHint') }) })}
<div class="org-two">
${(isNew || ticket.kind !== 'rsvp') && renderInput(faults, { name: name('price'), label: say('organize.priceIn', { currency }), value: ticket.price, hint: say('organize.priceHint'), attributes: 'inputmode="decimal" autocomplete="off"' })}
${renderInput(faults, { name: name('capacity'), label: say('organize.capacity'), value: ticket.capacity, hint: say('organize.capacityHint'), attributes: 'inputmode="numeric" autocomplete="off"' })}</div>
<div class="org-two">
${renderInput(faults, { name: name('opens'), label: say('organize.opens'), type: 'datetime-local', value: ticket.opens, hint: say('organize.opensHint') })}
${renderInput(faults, { name: name('closes'), label: say('organize.closes'), type: 'datetime-local', value: ticket.closes, hint: say('organize.closesHint') })}</div>
<details${trustHtml(hasFurtherFields(ticket, index, faults) ? ' open' : '')}><summary>${say('organize.moreOfTicket')}</summary>
${renderTextarea(faults, { name: name('description'), label: say('organize.description'), value: ticket.description, rows: 3, attributes: 'maxlength="2000"' })}
<div class="org-two">
${renderInput(faults, { name: name('least'), label: say('organize.least'), value: ticket.minPerOrder, hint: say('organize.leastHint'), attributes: 'inputmode="numeric" autocomplete="off"' })}
${renderInput(faults, { name: name('most'), label: say('organize.maxPerOrder'), value: ticket.maxPerOrder, hint: say('organize.capacityHint'), attributes: 'inputmode="numeric" autocomplete="off"' })}</div>
${
  ticket.kind !== 'rsvp' &&
  select(faults, { name: name('places'), label: say('organize.places'), value: ticket.places || 'own', hint: say('organize.placesHint') }, [
    ['own', say('organize.places.own')],
    ['shared', say('organize.places.shared')],
  ])
}
<div class="org-two">
${select(faults, { name: name('visibility'), label: say('organize.visibility'), value: ticket.visibility }, [
  ['public', say('organize.visibility.public')],
  ['box-office', say('organize.visibility.boxOffice')],
])}
${!isNew && renderInput(faults, { name: name('position'), label: say('organize.position'), value: ticket.position, hint: say('organize.positionHint'), attributes: 'inputmode="numeric" autocomplete="off"' })}</div></details></fieldset>`;
}

function renderSharedPlacesPart({ say, faults, form }: FormView): Html {
  const isOpen = form.sharedCapacity !== '' || faults?.fields.has('sharedCapacity') === true;
  return html`<details${trustHtml(isOpen ? ' open' : '')}><summary>${say('organize.sharing')}</summary>
${renderInput(faults, { name: 'sharedCapacity', label: say('organize.sharedCapacity'), value: form.sharedCapacity, hint: say('organize.sharedCapacityHint'), attributes: 'inputmode="numeric" autocomplete="off"' })}</details>`;
}

/** Returns the weekdays of rules with their names in the page's language, Monday first. */
const listWeekdayNames = ({ language }: Say): [day: string, name: string][] =>
  weekdays.map((day, index) => [
    day,
    new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + index)),
  ]);

function renderRepeatPart({ say, faults, form: { repeat, copiesCodes }, mayRepeat, asksForCodes }: FormView): Html | null {
  if (!mayRepeat) return null;
  const repeatSelect = (name: string, label: TextKey, value: string, options: [string, string][], hint?: TextKey) =>
    select(faults, { name, label: say(label), value, ...(hint && { hint: say(hint) }) }, options);
  const isOpen = repeat.repeat !== '';
  return html`<details${trustHtml(isOpen ? ' open' : '')}><summary>${say('organize.repeats')}</summary><p class="hint">${say('organize.repeatHint')}</p>
<div class="org-two">${repeatSelect(
    'repeat',
    'organize.repeats',
    repeat.repeat,
    [
      ['', say('organize.repeat.never')],
      ['daily', say('organize.repeat.daily')],
      ['weekly', say('organize.repeat.weekly')],
      ['monthly', say('organize.repeat.monthly')],
      ['monthly-weekday', say('organize.repeat.monthlyWeekday')],
    ],
    'organize.repeat.monthlyHint',
  )}
${renderInput(faults, { name: 'every', label: say('organize.every'), value: repeat.every, hint: say('organize.everyHint'), attributes: 'inputmode="numeric" autocomplete="off"' })}</div>
<fieldset><legend>${say('organize.weekdays')}</legend><p class="hint">${say('organize.weekdaysHint')}</p><div class="org-days">${listWeekdayNames(say).map(([day, name]) => renderCheckbox({ name: `day-${day}`, label: name, isChecked: repeat.days.includes(day) }))}</div></fieldset>
${repeatSelect('ends', 'organize.ends', repeat.ends, [
  ['until', say('organize.ends.until')],
  ['count', say('organize.ends.count')],
])}
<div class="org-two">${renderInput(faults, { name: 'until', label: say('organize.until'), type: 'date', value: repeat.until })}
${renderInput(faults, { name: 'count', label: say('organize.occurrences'), value: repeat.count, hint: say('organize.occurrencesHint'), attributes: 'inputmode="numeric" autocomplete="off"' })}</div>
${asksForCodes && renderCheckbox({ name: 'codes', label: say('organize.withCodes'), isChecked: copiesCodes })}</details>`;
}

const scopeTexts: Readonly<Record<SeriesScope, TextKey>> = {
  one: 'organize.scope.one',
  following: 'organize.scope.following',
  all: 'organize.scope.all',
};

/** Renders the choice of the events in the series to save. */
function renderScopePart({ say, seriesLength, form }: FormView): Html | null {
  if (seriesLength === null) return null;
  const choices = seriesScopes.map(
    (scope) =>
      html`<div class="radio"><input type="radio" id="scope-${scope}" name="scope" value="${scope}"${trustHtml(scope === form.scope ? ' checked' : '')}><label for="scope-${scope}">${say(scopeTexts[scope])}</label></div>`,
  );
  return html`<fieldset><legend>${say('organize.scopeOf')}</legend><p class="hint">${say('organize.scopeHint', { count: seriesLength })}</p>${choices}</fieldset>`;
}

function renderButtons({ say, status, mayPublish }: FormView): Html {
  const isPublished = status !== null && ['publish', 'future', 'private'].includes(status);
  if (isPublished)
    return html`<div class="actions"><button name="save" value="keep">${say('organize.save')}</button><button class="plain" name="save" value="draft">${say('organize.unpublish')}</button></div>`;
  const publish = say(mayPublish ? 'organize.publish' : 'organize.askForReview');
  return html`<div class="actions"><button name="save" value="publish">${publish}</button><button class="plain" name="save" value="draft">${say('organize.saveDraft')}</button></div>`;
}

/** Renders the form of an event with its tickets. */
export function renderForm(view: FormView): Html {
  const { site, say, viewer, path, form, faults } = view;
  return html`${renderFaultNotice(say, faults)}
<form method="post" action="${path}" enctype="multipart/form-data" class="org-form" novalidate>
${renderNonceField(site, viewer, ORGANIZE_ACTION)}<input type="hidden" name="tickets" value="${form.tickets.length}"><input type="hidden" name="version" value="${form.version}">
${renderInput(faults, { name: 'title', label: say('organize.title'), value: form.title, attributes: 'maxlength="500" required' })}
${renderLabeledField(
  faults,
  { name: 'description', label: say('organize.description') },
  html`<textarea id="description" name="description" rows="8">
${form.description}</textarea>`,
)}
${renderWhenPart(view)}${renderRepeatPart(view)}${renderWherePart(view)}${renderPicturePart(view)}${renderDetailsPart(view)}
<h2 id="tickets">${say('offers.title')}</h2>
${form.tickets.map((ticket, index) => renderTicketPart(view, ticket, index))}
${renderSharedPlacesPart(view)}${renderScopePart(view)}
${renderButtons(view)}
</form>`;
}

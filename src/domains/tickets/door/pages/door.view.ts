import { toPlainText } from '#app/domains/events/calendar/plain-text.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { translateToHtml } from '#app/core/language/translate-to-html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { Site } from '#app/site.ts';
import { renderNonceField } from '#app/web/pages/forms.ts';
import type { AttendeeRecord } from '../../attendee.record.ts';
import { type DoorCounts, MAX_RESULTS } from '../door.reader.ts';
import { formatLocalizedPrice } from '../../price-text.ts';
import type { AmountToPay } from '../payment.ts';
import { getTicketState } from '../../qr/ticket-sheet.ts';
import { getSaleZone, type SellingPost } from '../../selling-post.ts';
import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import { codeReader, doorCamera, doorOfflineScript, doorScript, doorStyles } from './assets.ts';
import { deriveSigningKey } from '../../offline/signing-key.ts';
import { type DoorResult, formatInstantAt } from './door-result.ts';
import { getScriptTexts } from './script-texts.ts';

/** Nonce action of the door's forms. */
export const DOOR_ACTION = 'door';

/** Data of a door page. */
export interface DoorView {
  post: SellingPost;
  viewer: Viewer;
  counts: DoorCounts;
  /** Name that staff gave this entrance; may be empty. */
  doorName: string;
  query: string;
  /** Search results; null without a search. */
  matches: readonly AttendeeRecord[] | null;
  /** Titles of the tickets of `matches`, by ticket ID. */
  ticketTitles: ReadonlyMap<number, string>;
  /** Amounts that can be paid at the door, by order ID. */
  amountsToPay: ReadonlyMap<number, AmountToPay>;
  result: DoorResult | null;
}

const buildDoorPath = (site: Site, { post }: DoorView) => toSitePath(site, `/door/${post.id}`);

function renderHiddenFields(site: Site, view: DoorView): Html {
  return html`${renderNonceField(site, view.viewer, DOOR_ACTION)}<input type="hidden" name="at" value="${view.doorName}"><input type="hidden" name="q" value="${view.query}">`;
}

const stateTexts = { pending: 'door.state.pending', declined: 'door.state.declined', void: 'door.state.void', good: null } as const;

function renderAttendeeCard(site: Site, translate: Translate, view: DoorView, attendee: AttendeeRecord): Html {
  const { id, fullName, email, orderId, checkedIn, checkinAt } = attendee;
  const state = getTicketState(attendee);
  const facts = [
    view.ticketTitles.get(attendee.ticketId) ?? '',
    email,
    orderId === null ? '' : translate('door.order', { number: String(orderId) }),
  ]
    .filter(Boolean)
    .join(' · ');
  const amountToPay = view.amountsToPay.get(orderId ?? 0);
  const amount = amountToPay && formatLocalizedPrice(site, translate, amountToPay.minor, amountToPay.currency || undefined);
  const [action, label, style] = checkedIn
    ? ['undo', translate('door.undo'), 'plain']
    : amount
      ? ['paid', translate('door.paid', { amount }), 'plain']
      : ['check-in', translate('door.checkIn'), ''];
  const when = checkinAt ? formatInstantAt(site, translate, view.post, checkinAt) : '';
  const stateText = stateTexts[state];
  const status = checkedIn
    ? translate('door.since', { known: checkinAt ? 'yes' : 'no', when })
    : amount
      ? translate('door.toPay', { amount })
      : stateText === null
        ? ''
        : translate(stateText);
  return html`<li class="card${checkedIn && ' is-in'}">
    <div>
      <h3 dir="auto">${fullName}</h3>
      <p class="quiet">${facts}</p>
      ${status !== '' && html`<p>${status}</p>`}
    </div>
    ${
      (checkedIn || amount || state === 'good') &&
      html`<form method="post" action="${buildDoorPath(site, view)}">
      ${renderHiddenFields(site, view)}<input type="hidden" name="id" value="${id}">
      <button class="${style}" name="act" value="${action}" aria-label="${label}: ${fullName}">${label}</button>
    </form>`
    }
  </li>`;
}

function renderResults(site: Site, translate: Translate, view: DoorView): Html | null {
  const { matches, query } = view;
  if (!matches) return null;
  const visible = matches.slice(0, MAX_RESULTS);
  return html`<h2 id="matches">${translate('door.found', { query })}</h2>
${visible.length === 0 && html`<p>${translate('door.nobody')}</p>`}
${visible.length > 0 && html`<ul class="cards" aria-labelledby="matches">${visible.map((attendee) => renderAttendeeCard(site, translate, view, attendee))}</ul>`}
${matches.length > MAX_RESULTS && html`<p>${translate('door.more')}</p>`}`;
}

/** Renders the last outcome, in the same way as the script of the page. */
function renderNotice({ tone, title, details }: DoorResult): Html {
  return html`<div class="notice ${tone}"><h2>${title}</h2>${details.map((line) => html`<p>${line}</p>`)}</div>`;
}

/** Renders the head elements of the door page. */
export function renderDoorHead(site: Site): Html {
  return html`<link rel="stylesheet" href="${toSitePath(site, doorStyles.path)}">`;
}

/** Renders the script element of the door page with its nonce. */
export const renderDoorScripts =
  (site: Site) =>
  (nonce: string): Html =>
    html`<script type="module" nonce="${nonce}" src="${toSitePath(site, doorScript.path)}"></script>`;

/** Renders the door page without the frame of the site. */
export function renderDoorBody(site: Site, translate: Translate, view: DoorView): Html {
  const { post, counts, doorName, query, result } = view;
  const path = buildDoorPath(site, view);
  return html`<h1>${translateToHtml(translate, 'door.of', { title: html`<bdi>${toPlainText(post.title) || translate('content.untitled')}</bdi>` })}</h1>
<p class="door-counts" data-counts>${translateToHtml(translate, 'door.counts', { in: html`<strong data-in>${counts.in}</strong>`, all: html`<strong data-all>${counts.all}</strong>` })}</p>
<div data-door="${post.id}" data-zone="${getSaleZone(site, post).name}" data-base="${toSitePath(site, '')}" data-kept="${toSitePath(site, doorOfflineScript.path)}" data-camera-script="${toSitePath(site, doorCamera.path)}" data-key="${JSON.stringify(deriveSigningKey(site).publicJwk)}" data-texts="${JSON.stringify(getScriptTexts(translate))}">
  <p class="notice door-network" aria-live="polite" data-network hidden></p>
</div>
<section class="notice error door-odd" aria-labelledby="odd" data-odd hidden>
  <h2 id="odd">${translate('door.odd')}</h2>
  <ul></ul>
  <button type="button" class="plain">${translate('door.oddDone')}</button>
</section>
<div class="door-result" role="status" data-result>${result && renderNotice(result)}</div>
<div class="door-camera" data-camera data-code-reader="${toSitePath(site, codeReader.path)}"${query === '' && trustHtml(' data-camera-first')} hidden>
  <video muted playsinline aria-label="${translate('door.picture')}"></video>
  <button type="button" class="plain" data-camera-stop>${translate('door.stopCamera')}</button>
</div>
<form method="post" action="${path}" class="door-scan" data-scan>
  ${renderHiddenFields(site, view)}<input type="hidden" name="act" value="scan">
  <div class="field">
    <label for="code">${translate('door.code')}</label>
    <input type="text" id="code" name="code" autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="go"${query === '' && trustHtml(' autofocus')}>
  </div>
  <button>${translate('door.checkIn')}</button>
  <button type="button" class="plain" data-camera-start hidden>${translate('door.useCamera')}</button>
</form>
<form method="get" action="${path}" class="door-search" role="search">
  <input type="hidden" name="at" value="${doorName}">
  <div class="field">
    <label for="q">${translate('door.who')}</label>
    <input type="search" id="q" name="q" value="${query}" autocomplete="off" spellcheck="false">
  </div>
  <button class="plain">${translate('door.search')}</button>
</form>
<p class="quiet" data-ready hidden></p>
${renderResults(site, translate, view)}
<details class="door-name">
  <summary>${doorName === '' ? translate('door.nameIt') : translate('door.named', { name: doorName })}</summary>
  <form method="get" action="${path}">
    <div class="field">
      <label for="at">${translate('door.name')}</label>
      <input type="text" id="at" name="at" value="${doorName}" maxlength="60" autocomplete="off" aria-describedby="at-hint">
      <span class="hint" id="at-hint">${translate('door.nameHint')}</span>
    </div>
    <button class="plain">${translate('door.keep')}</button>
  </form>
</details>`;
}

import type { Translate } from '#app/core/language/translate.ts';
import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { type FormFaults, renderTextField } from '#app/web/pages/form-fields.ts';
import { formatWallTime } from '../../events/format-event-time.ts';
import type { TicketOffer } from '../ticket-offer.ts';
import { formatLocalizedPrice } from '../../tickets/price-text.ts';
import { TICKETS_ANCHOR } from '../../events/ticketing.ts';
import { canSellOnSite } from '../ticket-summary.ts';

/** Pages show the number of free places only below this limit. */
const FEW = 20;
/** Maximum quantity in the select list of a ticket. */
const MAX_CHOICES = 20;

/** State of the ticket forms of a post. */
export interface TicketFormState {
  postId: number;
  /** True if no tickets are available because the event has ended or was canceled. */
  isClosed: boolean;
  /** Previously selected quantities, by ticket ID. */
  selectedQuantities?: ReadonlyMap<number, number>;
  /** A submitted form with errors: its name, values and errors. */
  rejectedForm?: { form: string; field: (name: string) => string; faults: FormFaults };
}

/** Returns the name of the form to decline or to join the waiting list of a ticket. */
export const getFormName = (kind: 'decline' | 'wait', ticketId: number): string => `${kind}-${ticketId}`;

function formatAvailability(site: Site, translate: Translate, { state, opens, available }: TicketOffer): string {
  if (state === 'gone') return translate('offers.soldOut');
  if (state === 'over') return translate('offers.over');
  if (state === 'soon')
    return [translate('offers.from'), opens !== null && formatWallTime(site, translate, opens)].filter(Boolean).join(' ');
  return available >= 0 && available < FEW ? translate('offers.left', { left: available }) : translate('offers.available');
}

function renderPrice(site: Site, translate: Translate, { priceMinor, regularMinor }: TicketOffer): Html {
  if (priceMinor === 0n) return html`${translate('offers.free')}`;
  const regular =
    regularMinor !== null &&
    html`<s><span class="evt-hidden">${translate('offers.regularPrice')} </span>${formatLocalizedPrice(site, translate, regularMinor)}</s> `;
  return html`${regular}${formatLocalizedPrice(site, translate, priceMinor)}`;
}

function renderQuantityOptions(min: number, max: number, chosen: number, { hasZero = false } = {}): Html[] {
  const numbers = Array.from({ length: Math.max(max - min + 1, 0) }, (_, index) => min + index);
  return (hasZero ? [0, ...numbers] : numbers).map(
    (number) => html`<option${trustHtml(number === chosen ? ' selected' : '')}>${number}</option>`,
  );
}

/** Renders the quantity of one ticket. If it is the only ticket, the default is at least one. */
function renderQuantityField(translate: Translate, offer: TicketOffer, isOnly: boolean, chosen: number | undefined): Html {
  const limits = [offer.available, offer.maxQuantity].filter((limit) => limit >= 0);
  // a group ticket may require more than the usual maximum
  const max = Math.min(...limits, Math.max(MAX_CHOICES, offer.minQuantity));
  return html`<div class="evt-choose"><label for="quantity-${offer.id}"><span aria-hidden="true">${translate('choose.quantity')}</span><span class="evt-hidden">${translate('choose.quantityOf', { ticket: offer.title })}</span></label>
<select id="quantity-${offer.id}" name="quantity-${offer.id}" form="choose">${renderQuantityOptions(offer.minQuantity, max, chosen ?? (isOnly ? offer.minQuantity : 0), { hasZero: !isOnly })}</select></div>`;
}

/** Renders a small form below an offer, with fields for the person's name and email address, and a button. */
function renderPersonForm(
  site: Site,
  translate: Translate,
  path: string,
  formState: TicketFormState,
  form: string,
  texts: { why: string; send: string; furtherFields?: Html },
): Html {
  const rejected = formState.rejectedForm?.form === form ? formState.rejectedForm : null;
  const value = (name: string) => rejected?.field(name) ?? '';
  const faults = rejected?.faults ?? null;
  const field = { form, isRequired: true };
  return html`<form method="post" action="${toSitePath(site, path)}">
<input type="hidden" name="ticket" value="${form.split('-')[1]}">
<p>${texts.why}</p>
${faults && faults.general !== null && html`<p class="fault" role="alert">${faults.general}</p>`}
${renderTextField(translate, { ...field, name: 'fullName', label: 'form.name', value: value('fullName'), autocomplete: 'name' }, faults)}
${renderTextField(translate, { ...field, name: 'email', label: 'form.email', type: 'email', value: value('email'), autocomplete: 'email' }, faults)}
${texts.furtherFields}
<div class="actions"><button>${texts.send}</button></div>
</form>`;
}

function renderDeclineForm(site: Site, translate: Translate, { id }: TicketOffer, formState: TicketFormState): Html {
  const form = getFormName('decline', id);
  return html`<details class="evt-offer-more"${trustHtml(formState.rejectedForm?.form === form ? ' open' : '')}><summary>${translate('choose.decline')}</summary>
${renderPersonForm(site, translate, '/checkout/decline', formState, form, { why: translate('choose.declineWhy'), send: translate('choose.declineSend') })}
</details>`;
}

function renderWaitingForm(site: Site, translate: Translate, { id, maxQuantity }: TicketOffer, formState: TicketFormState): Html {
  const form = getFormName('wait', id);
  const furtherFields = html`<div class="field"><label for="${form}-quantity">${translate('choose.places')}</label>
<select id="${form}-quantity" name="quantity">${renderQuantityOptions(1, maxQuantity < 0 ? MAX_CHOICES : Math.max(1, Math.min(maxQuantity, MAX_CHOICES)), Number(formState.rejectedForm?.form === form ? formState.rejectedForm.field('quantity') : 1))}</select></div>`;
  return html`<details class="evt-offer-more"${trustHtml(formState.rejectedForm?.form === form ? ' open' : '')}><summary>${translate('choose.wait')}</summary>
${renderPersonForm(site, translate, '/waiting-list', formState, form, { why: translate('choose.waitWhy'), send: translate('choose.wait'), furtherFields })}
</details>`;
}

/** Renders the tickets on offer for visitors: name, price, free places, and how to get them. Returns null if the post has no tickets. */
export function renderOffersPart(
  site: Site,
  translate: Translate,
  offers: readonly TicketOffer[],
  formState: TicketFormState,
): Html | null {
  if (offers.length === 0) return null;
  const canChoose = !formState.isClosed && canSellOnSite(site);
  const open = canChoose ? offers.filter(({ state }) => state === 'open') : [];
  const choosableIds = new Set(open.map(({ id }) => id));
  const isRsvp = open.every((offer) => offer.isRsvp);
  return html`<section aria-labelledby="${TICKETS_ANCHOR}">
<h2 id="${TICKETS_ANCHOR}">${translate('offers.title')}</h2>
<ul class="evt-offers">
${offers.map(
  (offer) => html`<li>
<h3>${offer.title}</h3>
<p class="evt-offer-price">${renderPrice(site, translate, offer)}</p>
<p class="evt-offer-state">${formatAvailability(site, translate, offer)}</p>
${offer.description !== '' && html`<p class="evt-offer-text">${offer.description}</p>`}
${choosableIds.has(offer.id) && renderQuantityField(translate, offer, open.length === 1, formState.selectedQuantities?.get(offer.id))}
${canChoose && offer.state === 'open' && offer.mayDecline && renderDeclineForm(site, translate, offer, formState)}
${canChoose && offer.state === 'gone' && renderWaitingForm(site, translate, offer, formState)}
</li>`,
)}
</ul>
${
  open.length > 0 &&
  html`<form method="post" action="${toSitePath(site, '/checkout')}" id="choose"><input type="hidden" name="post" value="${formState.postId}"><input type="hidden" name="key" value="">
<div class="actions"><button>${translate(isRsvp ? 'choose.reserve' : 'choose.get')}</button></div></form>`
}
</section>`;
}

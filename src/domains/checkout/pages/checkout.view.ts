import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { type FormFaults, renderFaultSummary, renderTextField } from '#app/web/pages/form-fields.ts';
import { toPlainText } from '#app/domains/events/calendar/plain-text.ts';
import { formatLocalizedPrice } from '../../tickets/price-text.ts';
import type { TicketSheet } from '../../tickets/qr/ticket-sheet.ts';
import { hasBankAccount } from '../bank-transfer/bank-transfer.ts';
import { paymentNote } from '../checkout.settings.ts';
import type { GatewayName } from '../gateways/gateway.ts';
import { listTicketQuestions } from '../checkout.people.ts';
import { type Question, CHECKED } from '../questions/question.rules.ts';
import type { CheckoutView, LineView } from '../checkout.view.ts';
import { renderEventLines } from './selling-page.ts';

/** Maximum number of guests that the form asks for. The other places belong to the buyer. */
const MAX_NAMED_GUESTS = 20;

/** Returns the value of a form field. */
export type FieldReader = (name: string) => string;

/** Returns one line for each place for which the form asks for a guest. */
export function listPlaces(view: Pick<CheckoutView, 'lines' | 'questions'>): LineView[] {
  const all = view.lines.flatMap((line) => Array.from({ length: line.quantity }, () => line));
  // questions per ticket need a form part for every ticket
  return hasTicketQuestions(view) ? all : all.slice(0, MAX_NAMED_GUESTS);
}

/** True if a question is asked for each ticket. */
export const hasTicketQuestions = ({ questions }: Pick<CheckoutView, 'questions'>): boolean =>
  questions.some(({ isPerTicket }) => isPerTicket);

/** Returns the name of the field for an answer about the order or a place. */
export const getAnswerField = (questionId: number, index?: number): string =>
  index === undefined ? `q-${questionId}` : `guest-${index}-q-${questionId}`;

/** Returns the initial values of the fields from the stored checkout. */
export function getInitialFields(view: CheckoutView): FieldReader {
  const values = new Map<string, string>([
    ['fullName', view.buyer?.fullName ?? ''],
    ['email', view.buyer?.email ?? ''],
    ['gateway', view.gateway],
    ['isListed', view.isListed ? '1' : ''],
    ['terms', view.hasAcceptedTerms ? '1' : ''],
    ...view.questions
      .filter(({ isPerTicket }) => !isPerTicket)
      .map(({ id, label }) => [getAnswerField(id), view.answers[label] ?? ''] as const),
  ]);
  const remaining = [...view.guests];
  listPlaces(view).forEach(({ ticketId }, index) => {
    const position = remaining.findIndex((candidate) => candidate.ticketId === ticketId);
    const [guest] = position < 0 ? [] : remaining.splice(position, 1);
    for (const { id, label } of listTicketQuestions(view.questions, view.lines, ticketId)) {
      const answer = guest?.extra?.[label];
      values.set(getAnswerField(id, index), typeof answer === 'string' ? answer : '');
    }
    if (!guest || guest.email === view.buyer?.email)
      values.set(`guest-${index}-name`, guest?.fullName === view.buyer?.fullName ? '' : (guest?.fullName ?? ''));
    else {
      values.set(`guest-${index}-name`, guest.fullName);
      values.set(`guest-${index}-email`, guest.email);
    }
  });
  return (name) => values.get(name) ?? '';
}

/** Renders the table of tickets and prices. */
export function renderBasket(
  site: Site,
  translate: Translate,
  {
    lines,
    totalMinor,
    currency,
    discountCode,
    discountMinor,
  }: Pick<CheckoutView, 'lines' | 'totalMinor' | 'currency' | 'discountCode' | 'discountMinor'>,
): Html {
  const formatAmount = (minor: bigint) =>
    minor === 0n ? translate('offers.free') : formatLocalizedPrice(site, translate, minor, currency);
  return html`<table class="basket"><tbody>
${lines.map(
  ({ quantity, title, subtotalMinor, discountMinor: discount }) =>
    html`<tr><th scope="row">${translate('checkout.line', { quantity, ticket: toPlainText(title) })}</th><td>${formatAmount(subtotalMinor + discount * BigInt(quantity))}</td></tr>`,
)}
${discountMinor > 0n && html`<tr><th scope="row">${translate('checkout.discountOf', { code: discountCode })}</th><td>−${formatLocalizedPrice(site, translate, discountMinor, currency)}</td></tr>`}
</tbody>${(totalMinor > 0n || discountMinor > 0n) && html`<tfoot><tr><th scope="row">${translate('checkout.total')}</th><td>${formatAmount(totalMinor)}</td></tr></tfoot>`}</table>`;
}

const FORM = 'checkout';

/** Renders the field and the button for a discount code. Both belong to the form of the page, so that its other fields are sent as well. */
function renderDiscountPart(translate: Translate, { discountCode }: CheckoutView, fault: string | null, code: string): Html {
  if (discountCode !== '' && fault === null)
    return html`<div class="actions"><p>${translate('checkout.discountApplied', { code: discountCode })}</p><button class="plain small" form="${FORM}" name="do" value="no-discount" formnovalidate>${translate('checkout.discountRemove')}</button></div>`;
  return html`<details class="discount"${trustHtml(fault === null ? '' : ' open')}><summary>${translate('checkout.discountAsk')}</summary>
<div class="field"><label for="code">${translate('checkout.discountCode')}</label>
<input type="text" id="code" name="code" value="${code}" form="${FORM}" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="50"${trustHtml(fault === null ? '' : ' aria-invalid="true" aria-describedby="code-fault"')}>
${fault !== null && html`<p class="fault" id="code-fault" role="alert">${fault}</p>`}</div>
<button class="plain" form="${FORM}" name="do" value="discount" formnovalidate>${translate('checkout.discountApply')}</button></details>`;
}

/** Renders the field of a question. */
function renderQuestionField(
  { id, label, kind, options, isRequired }: Question,
  name: string,
  fields: FieldReader,
  faults: FormFaults | null,
): Html {
  const fault = faults?.fields.get(name);
  const attributes = trustHtml(
    `${isRequired ? ' required' : ''}${fault === undefined ? '' : ` aria-invalid="true" aria-describedby="${name}-fault"`}`,
  );
  const faultText = fault !== undefined && html`<p class="fault" id="${name}-fault">${fault}</p>`;
  const value = fields(name);
  if (kind === 'checkbox')
    return html`<div class="field check"><input type="checkbox" id="${name}" name="${name}" value="${CHECKED}"${trustHtml(value === CHECKED ? ' checked' : '')}${attributes}><label for="${name}" data-question="${id}">${label}</label>${faultText}</div>`;
  const control =
    kind === 'choice'
      ? html`<select id="${name}" name="${name}"${attributes}><option value=""></option>${options.map((option) => html`<option${trustHtml(option === value ? ' selected' : '')}>${option}</option>`)}</select>`
      : html`<input type="text" id="${name}" name="${name}" value="${value}" maxlength="1000" autocomplete="off"${attributes}>`;
  return html`<div class="field"><label for="${name}">${label}</label>${control}${faultText}</div>`;
}

/** Renders the questions of the events: first those about the order, then those for each ticket. */
function renderQuestionParts(translate: Translate, view: CheckoutView, fields: FieldReader, faults: FormFaults | null): Html {
  const orderQuestions = view.questions.filter(({ isPerTicket }) => !isPerTicket);
  const places = hasTicketQuestions(view) ? listPlaces(view) : [];
  return html`${orderQuestions.map((question) => renderQuestionField(question, getAnswerField(question.id), fields, faults))}
${places.map(({ ticketId, title }, index) => {
  const questions = listTicketQuestions(view.questions, view.lines, ticketId);
  return (
    questions.length > 0 &&
    html`<fieldset><legend>${translate('checkout.guest', { number: index + 1, ticket: toPlainText(title) })}</legend>
${questions.map((question) => renderQuestionField(question, getAnswerField(question.id, index), fields, faults))}</fieldset>`
  );
})}`;
}

function renderTermsPart(translate: Translate, { terms }: CheckoutView, fields: FieldReader, faults: FormFaults | null): Html | null {
  if (terms.length === 0) return null;
  const fault = faults?.fields.get('terms');
  return html`<details><summary>${translate('checkout.terms')}</summary>${terms.map((text) => html`<p dir="auto">${trustHtml(html`${text}`.toString().replaceAll('\n', '<br>'))}</p>`)}</details>
<div class="field check"><input type="checkbox" id="terms" name="terms" value="1" required${trustHtml(fields('terms') === '1' ? ' checked' : '')}${fault !== undefined && trustHtml(' aria-invalid="true" aria-describedby="terms-fault"')}>
<label for="terms">${translate('checkout.acceptTerms')}</label>${fault !== undefined && html`<p class="fault" id="terms-fault">${fault}</p>`}</div>`;
}

function renderGuestsPart(translate: Translate, view: CheckoutView, fields: FieldReader, faults: FormFaults | null): Html | null {
  const places = listPlaces(view);
  if (places.length < 2) return null;
  const isUsed = places.some((_, index) => fields(`guest-${index}-name`) !== '' || fields(`guest-${index}-email`) !== '');
  return html`<details${trustHtml(isUsed ? ' open' : '')}><summary>${translate('checkout.guests')}</summary>
<p class="quiet">${translate('checkout.guestsWhy')}</p>
${places.map(
  ({ title }, index) => html`<fieldset><legend>${translate('checkout.guest', { number: index + 1, ticket: toPlainText(title) })}</legend>
${renderTextField(translate, { name: `guest-${index}-name`, label: 'form.name', value: fields(`guest-${index}-name`), autocomplete: 'off' }, faults)}
${renderTextField(translate, { name: `guest-${index}-email`, label: 'form.email', type: 'email', value: fields(`guest-${index}-email`), autocomplete: 'off' }, faults)}
</fieldset>`,
)}
</details>`;
}

function renderListingPart(translate: Translate, fields: FieldReader): Html {
  return html`<div class="radio"><input type="checkbox" id="isListed" name="isListed" value="1"${trustHtml(fields('isListed') === '1' ? ' checked' : '')}>
<label for="isListed">${translate('checkout.listed')}</label></div>`;
}

/** Chooses the text of a payment method. A manual payment has another text if the site has neither bank details nor a note of the organizers. */
function getGatewayText(site: Site, name: GatewayName): TextKey {
  if (name !== 'manual' || hasBankAccount(site) || site.settings.get(paymentNote) !== '') return `checkout.pay.${name}`;
  return 'checkout.pay.door';
}

function renderPaymentPart(
  site: Site,
  translate: Translate,
  { totalMinor, gateways }: CheckoutView,
  fields: FieldReader,
  faults: FormFaults | null,
): Html | null {
  if (totalMinor === 0n) return null;
  if (gateways.length === 0) return html`<p class="notice error">${translate('checkout.noWayToPay')}</p>`;
  const fault = faults?.fields.get('gateway');
  const chosen = gateways.find((name) => name === fields('gateway')) ?? gateways[0];
  return html`<fieldset class="bare"><legend>${translate('checkout.pay')}</legend>
${gateways.map(
  (
    name,
  ) => html`<div class="radio"><input type="radio" id="gateway-${name}" name="gateway" value="${name}"${trustHtml(name === chosen ? ' checked' : '')}>
<label for="gateway-${name}">${translate(getGatewayText(site, name))}</label></div>`,
)}
${fault !== undefined && html`<p class="fault">${fault}</p>`}
</fieldset>`;
}

function renderTimeLeftPart(translate: Translate, { secondsLeft }: CheckoutView): Html {
  const text = translate('checkout.time', { minutes: Math.ceil(secondsLeft / 60) });
  return html`<p class="notice">${translate('checkout.kept')} <span class="time-left" data-seconds-left="${secondsLeft}">${text}</span>.</p>`;
}

function formatSubmitLabel(site: Site, translate: Translate, view: CheckoutView): string {
  if (view.totalMinor > 0n)
    return translate('checkout.order', { total: formatLocalizedPrice(site, translate, view.totalMinor, view.currency) });
  return translate('checkout.reserve', { places: view.lines.reduce((sum, { quantity }) => sum + quantity, 0) });
}

/** Renders the form of an open checkout. */
export function renderCheckoutBody(
  site: Site,
  translate: Translate,
  {
    path,
    view,
    events,
    hasAttendeeList,
    fields,
    faults,
    discount,
  }: {
    path: string;
    view: CheckoutView;
    events: readonly TicketSheet['event'][];
    hasAttendeeList: boolean;
    fields: FieldReader;
    faults: FormFaults | null;
    /** Null if no code can be entered. */
    discount: { fault: string | null; code: string } | null;
  },
): Html {
  const required = { isRequired: true };
  const canPay = view.totalMinor === 0n || view.gateways.length > 0;
  return html`<h1>${translate('checkout.title')}</h1>
${renderFaultSummary(translate, faults)}
${renderTimeLeftPart(translate, view)}
<div class="summary">
${events.map((event) => renderEventLines(translate, event))}
${renderBasket(site, translate, view)}
</div>
${canPay && html`<button class="default-submit" form="${FORM}" name="do" value="complete" tabindex="-1" aria-hidden="true"></button>`}
${discount && renderDiscountPart(translate, view, discount.fault, discount.code)}
<form method="post" action="${toSitePath(site, path)}" id="${FORM}">
<fieldset class="bare"><legend>${translate('checkout.you')}</legend>
${renderTextField(translate, { ...required, name: 'fullName', label: 'form.name', value: fields('fullName'), autocomplete: 'name' }, faults)}
${renderTextField(translate, { ...required, name: 'email', label: 'form.email', type: 'email', value: fields('email'), autocomplete: 'email' }, faults)}
<p class="hint">${translate('checkout.emailHint')}</p>
</fieldset>
${renderGuestsPart(translate, view, fields, faults)}
${renderQuestionParts(translate, view, fields, faults)}
${hasAttendeeList && renderListingPart(translate, fields)}
${renderPaymentPart(site, translate, view, fields, faults)}
${renderTermsPart(translate, view, fields, faults)}
${canPay && html`<p><button class="wide" name="do" value="complete">${formatSubmitLabel(site, translate, view)}</button></p>`}
</form>
<form method="post" action="${toSitePath(site, path)}"><button class="plain" name="do" value="cancel">${translate('checkout.giveBack')}</button></form>`;
}

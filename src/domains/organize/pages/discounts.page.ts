import type { FastifyReply } from 'fastify';
import { Failure } from '#app/core/failures/failure.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { Row } from '#app/core/db/model.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';
import { toUtc, toWallTime, getZoneByName } from '#app/core/time/zone.ts';
import {
  createDiscountCode,
  deleteDiscountCode,
  type DiscountCodeInput,
  listDiscountCodes,
  updateDiscountCode,
} from '#app/domains/checkout/discounts/codes.service.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { toPlainText } from '#app/domains/events/calendar/plain-text.ts';
import { formatZonedInstant } from '#app/domains/events/format-event-time.ts';
import { parseTypedPrice } from '#app/domains/tickets/money.rules.ts';
import type { TicketRecord } from '#app/domains/tickets/ticket.record.ts';
import { currencyCode } from '#app/domains/tickets/tickets.settings.ts';
import type { FormFaults } from '#app/web/pages/form-fields.ts';
import { createFieldReader, renderNonceField, parseNumber, requireOwnForm } from '#app/web/pages/forms.ts';
import { getOrganizedEvent } from '../access.ts';
import { getDiscountCodeOfEvent } from '../discounts.service.ts';
import { listEventTickets } from '../event-tickets.ts';
import { buildEventPath, ORGANIZE_ACTION, sendOrganizerPage, type OrganizerContext } from './organizer-page.ts';
import { parseEventId } from './event.page.ts';
import { renderCheckbox, renderFaultNotice, type FieldReader, renderInput, renderSelect } from './fields.ts';
import { findNotice } from './notices.ts';
import { renderConfirmedForm, formatCount, renderEventTabs, formatMoney, getEventTitle, formatTypedDecimal } from './parts.ts';
import { toFormFaults } from './refusals.ts';

type Code = Row<'DiscountCode'>;
const buildCodesPath = (context: OrganizerContext, eventId: number, page = '') =>
  buildEventPath(context.site, eventId, `/discounts${page}`);
const parseCodeId = ({ request }: OrganizerContext): number => parseNumber((request.params as { code?: string }).code ?? '');

/** Formats the discount of a code. */
function formatDiscount({ site, translate }: OrganizerContext, { percent, amountMinor, currency }: Code): string {
  if (percent === 0) return formatMoney(site, translate, amountMinor, currency);
  return new Intl.NumberFormat(translate.language, { style: 'percent', maximumFractionDigits: 2 }).format(percent / 10_000);
}

function renderCodeCard(context: OrganizerContext, event: EventRecord, titles: ReadonlyMap<number, string>, code: Code): Html {
  const { site, viewer, translate } = context;
  const { id, usedCount, maxUses, ticketIds, startsAt, endsAt, isActive } = code;
  const tickets = ticketIds.flatMap((ticketId) => titles.get(ticketId) ?? []).join(', ') || translate('organize.allTickets');
  const facts: [TextKey, string][] = [
    ['organize.discountWorth', formatDiscount(context, code)],
    [
      'organize.discountUsed',
      maxUses === null ? formatCount(translate, usedCount) : translate('organize.usedOf', { used: usedCount, most: maxUses }),
    ],
    ['offers.title', tickets],
    ...(startsAt
      ? [['organize.validFrom', formatZonedInstant(site, translate, startsAt, getZoneByName(event.timezone))] as [TextKey, string]]
      : []),
    ...(endsAt
      ? [['organize.validUntil', formatZonedInstant(site, translate, endsAt, getZoneByName(event.timezone))] as [TextKey, string]]
      : []),
  ];
  return html`<li class="org-event"><h2 dir="auto">${code.code} <span class="org-state">${translate(isActive ? 'organize.codeActive' : 'organize.codeInactive')}</span></h2>
<dl class="org-facts">${facts.map(([label, text]) => html`<div><dt>${translate(label)}</dt><dd>${text}</dd></div>`)}</dl>
<div class="org-acts"><a class="org-more" href="${buildCodesPath(context, event.id, `/${id}`)}" aria-label="${translate('event.edit')}: ${code.code}">${translate('event.edit')}</a>
${renderConfirmedForm(site, viewer, { path: buildCodesPath(context, event.id), name: 'delete-code', id, label: translate('organize.deleteCode'), sure: translate('organize.deleteCodeSure'), of: code.code })}</div></li>`;
}

/** Shows the discount codes of an event. */
export async function showDiscounts(context: OrganizerContext): Promise<FastifyReply> {
  const { site, viewer, translate } = context;
  const event = await getOrganizedEvent(site, viewer, parseEventId(context));
  const [codes, tickets] = await Promise.all([listDiscountCodes(site, event.id), listEventTickets(site, event.id)]);
  const titles = new Map(tickets.map(({ id, title }) => [id, toPlainText(title)]));
  const title = translate('organize.discountsOf', { event: getEventTitle(translate, event) });
  const body = html`<div class="org-top"><h1 dir="auto">${title}</h1><a class="button" href="${buildCodesPath(context, event.id, '/new')}">${translate('organize.newCode')}</a></div>
${renderEventTabs(site, translate, event, '/discounts')}
${findNotice(context)?.body}
${codes.length === 0 && html`<p>${translate('organize.noCodes')}</p>`}
<ul class="org-list">${codes.map((code) => renderCodeCard(context, event, titles, code))}</ul>`;
  return sendOrganizerPage(context, title, body);
}

function getStoredFields(context: OrganizerContext, event: EventRecord, code: Code | null): FieldReader {
  if (!code) return (name) => (name === 'isActive' ? '1' : '');
  const zone = getZoneByName(event.timezone);
  const formatMoment = (at: Date | null) => (at ? toWallTime(at, zone).slice(0, 16) : '');
  const isPercent = code.percent > 0;
  const values: Record<string, string> = {
    code: code.code,
    kind: isPercent ? 'percent' : 'amount',
    value: formatTypedDecimal(
      context.translate,
      isPercent ? String(code.percent / 100) : { minor: code.amountMinor, currency: code.currency },
    ),
    maxUses: code.maxUses === null ? '' : String(code.maxUses),
    maxPerOrder: code.maxPerOrder === null ? '' : String(code.maxPerOrder),
    startsAt: formatMoment(code.startsAt),
    endsAt: formatMoment(code.endsAt),
    isActive: code.isActive ? '1' : '',
    ...Object.fromEntries(code.ticketIds.map((id) => [`ticket-${id}`, '1'])),
  };
  return (name) => values[name] ?? '';
}

async function sendForm(
  context: OrganizerContext,
  event: EventRecord,
  code: Code | null,
  field: FieldReader,
  faults: FormFaults | null,
): Promise<FastifyReply> {
  const { site, viewer, translate } = context;
  const tickets = await listEventTickets(site, event.id);
  const title = code ? translate('organize.editOf', { event: code.code }) : translate('organize.newCode');
  const renderLine = (name: string, label: string, attributes: string, hint?: TextKey, type = 'text') =>
    renderInput(faults, { name, label, value: field(name), attributes, type, ...(hint && { hint: translate(hint) }) });
  const kinds = [
    ['percent', translate('organize.percentOff')],
    ['amount', translate('organize.amountOff', { currency: site.settings.get(currencyCode) })],
  ] as const;
  const body = html`<h1 dir="auto">${title}</h1>
${renderEventTabs(site, translate, event, '/discounts')}
${renderFaultNotice(translate, faults)}
<form method="post" action="${buildCodesPath(context, event.id, code ? `/${code.id}` : '/new')}" class="org-form" novalidate>${renderNonceField(site, viewer, ORGANIZE_ACTION)}
${renderLine('code', translate('checkout.discountCode'), 'maxlength="50" autocomplete="off" autocapitalize="characters" spellcheck="false" required', 'organize.codeHint')}
<div class="org-two">${renderSelect(faults, { name: 'kind', label: translate('organize.discountKind'), value: field('kind') || 'percent' }, kinds)}
${renderLine('value', translate('organize.discountWorth'), 'inputmode="decimal" autocomplete="off" required', 'organize.discountWorthHint')}</div>
${
  tickets.length > 0 &&
  html`<fieldset><legend>${translate('organize.forWhichTickets')}</legend><p class="hint">${translate('organize.forWhichHint')}</p>
${tickets.map(({ id, title: name }) => renderCheckbox({ name: `ticket-${id}`, label: toPlainText(name) || translate('ticket.ticket'), isChecked: field(`ticket-${id}`) !== '' }))}</fieldset>`
}
<div class="org-two">${renderLine('maxUses', translate('organize.maxUses'), 'inputmode="numeric" autocomplete="off"', 'organize.capacityHint')}
${renderLine('maxPerOrder', translate('organize.maxPerOrder'), 'inputmode="numeric" autocomplete="off"', 'organize.capacityHint')}</div>
<div class="org-two">${renderLine('startsAt', translate('organize.validFrom'), '', 'organize.opensHint', 'datetime-local')}
${renderLine('endsAt', translate('organize.validUntil'), '', 'organize.codeEndsHint', 'datetime-local')}</div>
${renderCheckbox({ name: 'isActive', label: translate('organize.codeIsActive'), isChecked: field('isActive') !== '' })}
<div class="actions"><button>${translate('organize.save')}</button></div></form>`;
  return sendOrganizerPage(context, faults ? translate('organize.notSaved', { title }) : title, body, faults?.status ?? 200);
}

/** Shows the form of a new or stored discount code. */
export async function showDiscountForm(context: OrganizerContext): Promise<FastifyReply> {
  const { site, viewer } = context;
  const event = await getOrganizedEvent(site, viewer, parseEventId(context));
  const id = parseCodeId(context);
  const code = id === 0 ? null : await getDiscountCodeOfEvent(site, viewer, event.id, id);
  return await sendForm(context, event, code, getStoredFields(context, event, code), null);
}

const LIMIT_FORMAT = /^\d{1,7}$/;

/** Parses the form. `faults` has the text of a fault for each invalid field. */
function readCode(context: OrganizerContext, event: EventRecord, tickets: readonly TicketRecord[], field: FieldReader) {
  const faults = new Map<string, TextKey>();
  const zone = getZoneByName(event.timezone);
  const currency = context.site.settings.get(currencyCode);
  const readLimit = (name: string): number | null => {
    const text = field(name).trim();
    if (text !== '' && (!LIMIT_FORMAT.test(text) || Number(text) < 1)) faults.set(name, 'organize.fault.limit');
    return text === '' ? null : Number(text);
  };
  const readMoment = (name: string): Date | null => {
    const text = field(name).trim();
    if (text === '') return null;
    const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(text) ? toUtc(`${text.slice(0, 16)}:00`, zone) : null;
    if (at === null || Number.isNaN(at.getTime())) faults.set(name, 'organize.fault.moment');
    return at;
  };
  const isPercent = field('kind') !== 'amount';
  const percent = /^\d{1,3}([.,]\d{1,2})?$/.test(field('value').trim()) ? Number(field('value').trim().replace(',', '.')) : Number.NaN;
  const amount = isPercent ? null : parseTypedPrice(field('value'), currency);
  if (isPercent && !(percent >= 0.01 && percent <= 100)) faults.set('value', 'organize.fault.percent');
  if (!isPercent && (amount === null || amount === '')) faults.set('value', 'organize.fault.amountOff');
  if (field('code').trim() === '') faults.set('code', 'organize.fault.code');
  const codeInput: DiscountCodeInput = {
    code: field('code'),
    ...(isPercent ? { percent } : { amount }),
    ticketIds: tickets.map(({ id }) => id).filter((id) => field(`ticket-${id}`) !== ''),
    maxUses: readLimit('maxUses'),
    maxPerOrder: readLimit('maxPerOrder'),
    startsAt: readMoment('startsAt'),
    endsAt: readMoment('endsAt'),
    isActive: field('isActive') !== '',
  };
  if (codeInput.startsAt && codeInput.endsAt && codeInput.endsAt <= codeInput.startsAt) faults.set('endsAt', 'organize.fault.codeReversed');
  return { codeInput, faults };
}

const fieldFaults = {
  'input.amount': ['value', 'organize.fault.amountOff'],
  discount_code_exists: ['code', 'organize.fault.codeExists'],
} as const;

/** Stores a discount code. */
export async function saveDiscount(context: OrganizerContext): Promise<FastifyReply> {
  const { site, request, reply, viewer, translate } = context;
  requireOwnForm(site, request, viewer, ORGANIZE_ACTION);
  const event = await getOrganizedEvent(site, viewer, parseEventId(context));
  const id = parseCodeId(context);
  const code = id === 0 ? null : await getDiscountCodeOfEvent(site, viewer, event.id, id);
  const field = createFieldReader(request.body);
  const { codeInput, faults } = readCode(context, event, await listEventTickets(site, event.id), field);
  const fields = new Map([...faults].map(([name, text]) => [name, translate(text)]));
  if (fields.size > 0) return await sendForm(context, event, code, field, { fields, general: null, status: 400 });
  try {
    if (code) await updateDiscountCode(site, code.id, codeInput);
    else await createDiscountCode(site, event.id, codeInput);
  } catch (error) {
    return await sendForm(context, event, code, field, toFormFaults(translate, error, fieldFaults));
  }
  return reply.redirect(`${buildCodesPath(context, event.id)}?done=saved`, 303);
}

/** Deletes the code of a button in the list. */
export async function handleDiscountAction(context: OrganizerContext): Promise<FastifyReply> {
  const { site, request, reply, viewer } = context;
  requireOwnForm(site, request, viewer, ORGANIZE_ACTION);
  const event = await getOrganizedEvent(site, viewer, parseEventId(context));
  const field = createFieldReader(request.body);
  if (field('act') !== 'delete-code') throw new Failure('invalid_arguments', 400, 'Unknown action.');
  const code = await getDiscountCodeOfEvent(site, viewer, event.id, parseNumber(field('id')));
  await deleteDiscountCode(site, code.id);
  return reply.redirect(`${buildCodesPath(context, event.id)}?done=codeDeleted`, 303);
}

import type { FastifyReply } from 'fastify';
import { Failure } from '#app/core/failures/failure.ts';
import { type Html, html } from '#app/core/text/html.ts';
import { buildReceiptPath, type ReceiptRecord, buildReceiptTexts } from '#app/domains/checkout/receipts/receipt.view.ts';
import { changeReceiptSettings, listLatestReceipts } from '#app/domains/checkout/receipts/receipts.service.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import { receiptNote, sellerAddress, sellerName, sellerTaxNumber, taxRate } from '#app/domains/tickets/receipts/receipt.settings.ts';
import type { Faults } from '#app/web/pages/form-fields.ts';
import { createFieldReader, renderNonceField, requireOwnForm } from '#app/web/pages/forms.ts';
import { ORGANIZE_ACTION, ORGANIZE_PATH, sendOrganize, type Visit } from './organizer-page.ts';
import { renderFaultNotice, type Fields, renderInput, renderTextarea } from './fields.ts';
import { findNotice } from './notices.ts';

const PATH = `${ORGANIZE_PATH}/receipts`;
const MAX_RECEIPTS = 50;

function checkCanManage({ viewer }: Visit): void {
  if (!viewer.can('manage_options')) throw new Failure('forbidden', 403, 'Only administrators can change receipts and taxes.');
}

/** Parses a tax rate as hundredths of a percent. Returns null for an invalid rate. */
function readRate(text: string): number | null {
  const [, whole = '', fraction = ''] = /^\s*(\d{1,3})(?:[.,](\d{1,2}))?\s*%?\s*$/.exec(text) ?? [];
  const rate = whole === '' ? Number.NaN : Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return rate <= 10_000 ? rate : null;
}

function getStoredFields({ site: { settings }, say }: Visit): Fields {
  const rate = new Intl.NumberFormat(say.language, { maximumFractionDigits: 2, useGrouping: false }).format(settings.get(taxRate) / 100);
  const values: Readonly<Record<string, string>> = {
    seller: settings.get(sellerName),
    address: settings.get(sellerAddress),
    taxNumber: settings.get(sellerTaxNumber),
    rate,
    note: settings.get(receiptNote),
  };
  return (name) => values[name] ?? '';
}

function renderForm({ site, say, viewer }: Visit, field: Fields, faults: Faults | null): Html {
  return html`${renderFaultNotice(say, faults)}
<form method="post" action="${toSitePath(site, PATH)}" class="org-form" novalidate>${renderNonceField(site, viewer, ORGANIZE_ACTION)}
${renderInput(faults, { name: 'seller', label: say('receipt.seller'), value: field('seller'), hint: say('receipt.sellerHint'), attributes: 'maxlength="200" autocomplete="organization"' })}
${renderTextarea(faults, { name: 'address', label: say('receipt.address'), value: field('address'), rows: 3, attributes: 'maxlength="500" autocomplete="street-address"' })}
${renderInput(faults, { name: 'taxNumber', label: say('receipt.sellerTax'), value: field('taxNumber'), attributes: 'maxlength="60" autocomplete="off"' })}
${renderInput(faults, { name: 'rate', label: say('receipt.rate'), value: field('rate'), hint: say('receipt.rateHint'), attributes: 'maxlength="7" inputmode="decimal" autocomplete="off"' })}
${renderTextarea(faults, { name: 'note', label: say('receipt.note'), value: field('note'), rows: 2, hint: say('receipt.noteHint'), attributes: 'maxlength="500"' })}
<div class="actions"><button>${say('organize.save')}</button></div></form>`;
}

function renderReceiptList({ site, say }: Visit, receipts: readonly ReceiptRecord[]): Html {
  const rows = receipts.map((receipt) => {
    const { title, number, date, buyer, total } = buildReceiptTexts(site, say, receipt);
    return html`<tr><th scope="row"><a href="${toSitePath(site, buildReceiptPath(site, receipt))}">${title} ${number}</a></th><td>${date}</td><td dir="auto">${buyer}</td><td>${total}</td></tr>`;
  });
  return html`<h2>${say('receipt.latest')}</h2>
${rows.length === 0 ? html`<p>${say('receipt.none')}</p>` : html`<table class="receipts"><tbody>${rows}</tbody></table>`}`;
}

async function send(visit: Visit, field: Fields, faults: Faults | null): Promise<FastifyReply> {
  const { site, say } = visit;
  const title = say('receipt.settings');
  const body = html`<h1>${title}</h1>
<p><a href="${toSitePath(site, `${ORGANIZE_PATH}/payments`)}">${say('organize.payments')}</a></p>
${faults === null && findNotice(visit)?.body}
<p>${say('receipt.settingsWhy')}</p>
${renderForm(visit, field, faults)}
${renderReceiptList(visit, await listLatestReceipts(site, MAX_RECEIPTS))}`;
  return await sendOrganize(visit, faults ? say('organize.notSaved', { title }) : title, body, faults?.status ?? 200);
}

/** Shows administrators the seller, the tax rate and the latest receipts. */
export async function showReceiptSettings(visit: Visit): Promise<FastifyReply> {
  checkCanManage(visit);
  return await send(visit, getStoredFields(visit), null);
}

/** Saves the seller and the tax rate. */
export async function saveReceiptSettings(visit: Visit): Promise<FastifyReply> {
  const { site, request, reply, viewer, say } = visit;
  checkCanManage(visit);
  requireOwnForm(site, request, viewer, ORGANIZE_ACTION);
  const field = createFieldReader(request.body);
  const rate = readRate(field('rate'));
  if (rate === null) return await send(visit, field, { fields: new Map([['rate', say('receipt.rateWrong')]]), general: null, status: 400 });
  await changeReceiptSettings(site, {
    sellerName: field('seller'),
    sellerAddress: field('address'),
    sellerTaxNumber: field('taxNumber'),
    taxRate: rate,
    note: field('note'),
  });
  return reply.redirect(`${toSitePath(site, PATH)}?done=saved`, 303);
}

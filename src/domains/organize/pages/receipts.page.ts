import type { FastifyReply } from 'fastify';
import { Failure } from '#app/core/failures/failure.ts';
import { type Html, html } from '#app/core/text/html.ts';
import { buildReceiptPath, type ReceiptRecord, buildReceiptTexts } from '#app/domains/checkout/receipts/receipt.view.ts';
import { updateReceiptSettings, listLatestReceipts } from '#app/domains/checkout/receipts/receipts.service.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import { receiptNote, sellerAddress, sellerName, sellerTaxNumber, taxRate } from '#app/domains/tickets/receipts/receipt.settings.ts';
import type { FormFaults } from '#app/web/pages/form-fields.ts';
import { createFieldReader, renderNonceField, requireOwnForm } from '#app/web/pages/forms.ts';
import { ORGANIZE_ACTION, ORGANIZE_PATH, sendOrganizerPage, type OrganizerContext } from './organizer-page.ts';
import { renderFaultNotice, type FieldReader, renderInput, renderTextarea } from './fields.ts';
import { findNotice } from './notices.ts';

const PATH = `${ORGANIZE_PATH}/receipts`;
const MAX_RECEIPTS = 50;

function checkCanManage({ viewer }: OrganizerContext): void {
  if (!viewer.can('manage_options')) throw new Failure('forbidden', 403, 'Only administrators can change receipts and taxes.');
}

/** Parses a tax rate as hundredths of a percent. Returns null for an invalid rate. */
function readRate(text: string): number | null {
  const [, whole = '', fraction = ''] = /^\s*(\d{1,3})(?:[.,](\d{1,2}))?\s*%?\s*$/.exec(text) ?? [];
  const rate = whole === '' ? Number.NaN : Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return rate <= 10_000 ? rate : null;
}

function getStoredFields({ site: { settings }, translate }: OrganizerContext): FieldReader {
  const rate = new Intl.NumberFormat(translate.language, { maximumFractionDigits: 2, useGrouping: false }).format(
    settings.get(taxRate) / 100,
  );
  const values: Readonly<Record<string, string>> = {
    seller: settings.get(sellerName),
    address: settings.get(sellerAddress),
    taxNumber: settings.get(sellerTaxNumber),
    rate,
    note: settings.get(receiptNote),
  };
  return (name) => values[name] ?? '';
}

function renderForm({ site, translate, viewer }: OrganizerContext, field: FieldReader, faults: FormFaults | null): Html {
  return html`${renderFaultNotice(translate, faults)}
<form method="post" action="${toSitePath(site, PATH)}" class="org-form" novalidate>${renderNonceField(site, viewer, ORGANIZE_ACTION)}
${renderInput(faults, { name: 'seller', label: translate('receipt.seller'), value: field('seller'), hint: translate('receipt.sellerHint'), attributes: 'maxlength="200" autocomplete="organization"' })}
${renderTextarea(faults, { name: 'address', label: translate('receipt.address'), value: field('address'), rows: 3, attributes: 'maxlength="500" autocomplete="street-address"' })}
${renderInput(faults, { name: 'taxNumber', label: translate('receipt.sellerTax'), value: field('taxNumber'), attributes: 'maxlength="60" autocomplete="off"' })}
${renderInput(faults, { name: 'rate', label: translate('receipt.rate'), value: field('rate'), hint: translate('receipt.rateHint'), attributes: 'maxlength="7" inputmode="decimal" autocomplete="off"' })}
${renderTextarea(faults, { name: 'note', label: translate('receipt.note'), value: field('note'), rows: 2, hint: translate('receipt.noteHint'), attributes: 'maxlength="500"' })}
<div class="actions"><button>${translate('organize.save')}</button></div></form>`;
}

function renderReceiptList({ site, translate }: OrganizerContext, receipts: readonly ReceiptRecord[]): Html {
  const rows = receipts.map((receipt) => {
    const { title, number, date, buyer, total } = buildReceiptTexts(site, translate, receipt);
    return html`<tr><th scope="row"><a href="${toSitePath(site, buildReceiptPath(site, receipt))}">${title} ${number}</a></th><td>${date}</td><td dir="auto">${buyer}</td><td>${total}</td></tr>`;
  });
  return html`<h2>${translate('receipt.latest')}</h2>
${rows.length === 0 ? html`<p>${translate('receipt.none')}</p>` : html`<table class="receipts"><tbody>${rows}</tbody></table>`}`;
}

async function sendSettings(context: OrganizerContext, field: FieldReader, faults: FormFaults | null): Promise<FastifyReply> {
  const { site, translate } = context;
  const title = translate('receipt.settings');
  const body = html`<h1>${title}</h1>
<p><a href="${toSitePath(site, `${ORGANIZE_PATH}/payments`)}">${translate('organize.payments')}</a></p>
${faults === null && findNotice(context)?.body}
<p>${translate('receipt.settingsWhy')}</p>
${renderForm(context, field, faults)}
${renderReceiptList(context, await listLatestReceipts(site, MAX_RECEIPTS))}`;
  return await sendOrganizerPage(context, faults ? translate('organize.notSaved', { title }) : title, body, faults?.status ?? 200);
}

/** Shows administrators the seller, the tax rate and the latest receipts. */
export async function showReceiptSettings(context: OrganizerContext): Promise<FastifyReply> {
  checkCanManage(context);
  return await sendSettings(context, getStoredFields(context), null);
}

/** Saves the seller and the tax rate. */
export async function saveReceiptSettings(context: OrganizerContext): Promise<FastifyReply> {
  const { site, request, reply, viewer, translate } = context;
  checkCanManage(context);
  requireOwnForm(site, request, viewer, ORGANIZE_ACTION);
  const field = createFieldReader(request.body);
  const rate = readRate(field('rate'));
  if (rate === null)
    return await sendSettings(context, field, { fields: new Map([['rate', translate('receipt.rateWrong')]]), general: null, status: 400 });
  await updateReceiptSettings(site, {
    sellerName: field('seller'),
    sellerAddress: field('address'),
    sellerTaxNumber: field('taxNumber'),
    taxRate: rate,
    note: field('note'),
  });
  return reply.redirect(`${toSitePath(site, PATH)}?done=saved`, 303);
}

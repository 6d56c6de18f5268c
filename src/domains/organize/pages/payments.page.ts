import type { FastifyReply } from 'fastify';
import { Failure } from '#app/core/failures/failure.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';
import { bankAccountHolder, bankBic, bankIban, manualPaymentDays, paymentNote } from '#app/domains/checkout/checkout.settings.ts';
import { formatIban, isBic, isIban, normalizeIban } from '#app/domains/checkout/bank-transfer/iban.rules.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { FormFaults } from '#app/web/pages/form-fields.ts';
import { createFieldReader, renderNonceField, requireOwnForm } from '#app/web/pages/forms.ts';
import { ORGANIZE_ACTION, ORGANIZE_PATH, sendOrganizerPage, type OrganizerContext } from './organizer-page.ts';
import { renderFaultNotice, type FieldReader, renderInput, renderTextarea } from './fields.ts';
import { findNotice } from './notices.ts';

/** True if the capabilities allow changing the settings of manual payments. */
export const canManagePayments = (can: (capability: string) => boolean): boolean => can('manage_options');

function checkCanManage({ viewer }: OrganizerContext): void {
  if (!canManagePayments((capability) => viewer.can(capability)))
    throw new Failure('forbidden', 403, 'Only administrators can change how buyers pay.');
}

const getStoredFields = ({ site: { settings } }: OrganizerContext): FieldReader => {
  const values: Readonly<Record<string, string>> = {
    holder: settings.get(bankAccountHolder),
    iban: formatIban(settings.get(bankIban)),
    bic: settings.get(bankBic),
    note: settings.get(paymentNote),
    days: String(settings.get(manualPaymentDays)),
  };
  return (name) => values[name] ?? '';
};

function findFaults(field: FieldReader): Map<string, TextKey> {
  const faults = new Map<string, TextKey>();
  if (field('iban').trim() !== '' && !isIban(field('iban'))) faults.set('iban', 'organize.fault.iban');
  if (field('iban').trim() !== '' && field('holder').trim() === '') faults.set('holder', 'organize.fault.accountHolder');
  if (field('bic').trim() !== '' && !isBic(field('bic'))) faults.set('bic', 'organize.fault.bic');
  if (!/^\d{1,3}$/.test(field('days').trim()) || Number(field('days')) > 365) faults.set('days', 'organize.fault.payDays');
  return faults;
}

function renderForm({ site, translate, viewer }: OrganizerContext, field: FieldReader, faults: FormFaults | null): Html {
  const renderLine = (name: string, label: TextKey, attributes: string, hint?: TextKey) =>
    renderInput(faults, { name, label: translate(label), value: field(name), attributes, ...(hint && { hint: translate(hint) }) });
  return html`${renderFaultNotice(translate, faults)}
<form method="post" action="${toSitePath(site, `${ORGANIZE_PATH}/payments`)}" class="org-form" novalidate>${renderNonceField(site, viewer, ORGANIZE_ACTION)}
<fieldset><legend>${translate('pay.byTransfer')}</legend>
${renderLine('holder', 'pay.accountHolder', 'maxlength="70" autocomplete="off"')}
${renderLine('iban', 'pay.iban', 'maxlength="42" autocomplete="off" spellcheck="false"', 'organize.ibanHint')}
${renderLine('bic', 'pay.bic', 'maxlength="11" autocomplete="off" spellcheck="false"', 'organize.bicHint')}</fieldset>
${renderTextarea(faults, { name: 'note', label: translate('organize.paymentNote'), value: field('note'), hint: translate('organize.paymentNoteHint'), attributes: 'maxlength="2000"' })}
${renderLine('days', 'organize.payDays', 'inputmode="numeric" maxlength="3" autocomplete="off"', 'organize.payDaysHint')}
<div class="actions"><button>${translate('organize.save')}</button></div></form>`;
}

function sendSettings(context: OrganizerContext, field: FieldReader, faults: FormFaults | null): Promise<FastifyReply> {
  const { site, translate } = context;
  const title = translate('organize.payments');
  const body = html`<h1>${title}</h1>
<p><a href="${toSitePath(site, ORGANIZE_PATH)}">${translate('organize.yours')}</a></p>
${faults === null && findNotice(context)?.body}
<p>${translate('organize.paymentsWhy')}</p>
<p><a href="${toSitePath(site, `${ORGANIZE_PATH}/receipts`)}">${translate('receipt.settings')}</a></p>
${renderForm(context, field, faults)}`;
  return sendOrganizerPage(context, faults ? translate('organize.notSaved', { title }) : title, body, faults?.status ?? 200);
}

/** Shows administrators the settings of manual payments: account, text and deadline. */
export async function showPayments(context: OrganizerContext): Promise<FastifyReply> {
  checkCanManage(context);
  return await sendSettings(context, getStoredFields(context), null);
}

/** Saves the settings of manual payments. */
export async function savePayments(context: OrganizerContext): Promise<FastifyReply> {
  const { site, request, reply, viewer, translate } = context;
  checkCanManage(context);
  requireOwnForm(site, request, viewer, ORGANIZE_ACTION);
  const field = createFieldReader(request.body);
  const faults = findFaults(field);
  if (faults.size > 0) {
    const fields = new Map([...faults].map(([name, text]) => [name, translate(text)]));
    return await sendSettings(context, field, { fields, general: null, status: 400 });
  }
  await site.settings.setAll([
    [bankAccountHolder, field('holder').trim()],
    [bankIban, normalizeIban(field('iban'))],
    [bankBic, normalizeIban(field('bic'))],
    [paymentNote, field('note').replaceAll('\r\n', '\n').trim().slice(0, 2000)],
    [manualPaymentDays, Number(field('days'))],
  ]);
  return reply.redirect(`${toSitePath(site, `${ORGANIZE_PATH}/payments`)}?done=saved`, 303);
}

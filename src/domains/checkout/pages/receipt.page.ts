import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Html, html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { privateHeaders, getTokenParameter } from '../../tickets/pages/private-page.ts';
import { renderReceiptPdf } from '../receipts/receipt-pdf.ts';
import { getReceiptByToken, buildReceiptPath, type ReceiptRecord, type ReceiptTexts, buildReceiptTexts } from '../receipts/receipt.view.ts';
import { sendNoticeIfMissing, loadVisitor } from './selling-page.ts';

function renderAmountsTable(translate: Translate, { lines, net, tax, rate, total }: ReceiptTexts): Html {
  return html`<table class="basket"><tbody>${lines.map(({ text, detail, amount }) => html`<tr><th scope="row" dir="auto">${text}${detail !== '' && html`<br><span class="quiet">${detail}</span>`}</th><td>${amount}</td></tr>`)}</tbody>
<tfoot>${rate !== '' && html`<tr class="part"><th scope="row">${translate('receipt.net')}</th><td>${net}</td></tr><tr class="part"><th scope="row">${translate('receipt.tax', { rate })}</th><td>${tax}</td></tr>`}
<tr><th scope="row">${translate('checkout.total')}</th><td>${total}</td></tr></tfoot></table>`;
}

function renderReceipt(site: Site, translate: Translate, receipt: ReceiptRecord): { title: string; body: Html } {
  const texts = buildReceiptTexts(site, translate, receipt);
  const [seller, ...address] = texts.seller;
  const title = `${texts.title} ${texts.number}`;
  return {
    title,
    body: html`<h1>${title}</h1>
<p class="quiet">${texts.date}${texts.correctedNumber !== '' && html` · ${translate('receipt.corrects', { number: texts.correctedNumber })}`}</p>
<div class="summary receipt"><div class="receipt-people">
<address dir="auto"><strong>${seller}</strong>${address.map((line) => html`<br>${line}`)}${texts.taxNumber !== '' && html`<br><span class="quiet">${translate('receipt.taxNumber', { number: texts.taxNumber })}</span>`}</address>
<p dir="auto"><span class="quiet">${translate('receipt.to')}</span><br>${texts.buyer}</p></div>
${renderAmountsTable(translate, texts)}
${texts.note !== '' && html`<p class="quiet" dir="auto">${texts.note}</p>`}</div>
<p class="actions"><a class="button" href="${toSitePath(site, `${buildReceiptPath(site, receipt)}/receipt.pdf`)}">${translate('receipt.pdf')}</a></p>`,
  };
}

/** `GET /receipts/{token}`: shows a receipt or credit note to anyone with its URL. */
export async function showReceipt(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const visitor = await loadVisitor(site, request);
  return sendNoticeIfMissing(site, reply, visitor, 'receipt_not_found', async () => {
    const { translate, viewer } = visitor;
    const receipt = await getReceiptByToken(site, getTokenParameter(request));
    return sendPage(reply, site, { ...renderReceipt(site, translate, receipt), viewer, translate, isNarrow: true });
  });
}

/** `GET /receipts/{token}/receipt.pdf`: sends the receipt as PDF. */
export async function sendReceiptPdf(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const visitor = await loadVisitor(site, request);
  return sendNoticeIfMissing(site, reply, visitor, 'receipt_not_found', async () => {
    const { translate } = visitor;
    const receipt = await getReceiptByToken(site, getTokenParameter(request));
    return reply
      .headers({
        ...privateHeaders,
        'Content-Disposition': `inline; filename="${buildReceiptTexts(site, translate, receipt).number}.pdf"`,
      })
      .type('application/pdf')
      .send(await renderReceiptPdf(site, translate, receipt));
  });
}

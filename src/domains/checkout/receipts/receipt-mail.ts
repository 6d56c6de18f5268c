import type { MailContext, Message } from '#app/core/mail/composer.ts';
import { writeLetter } from '#app/core/mail/letter.ts';
import type { Site } from '#app/site.ts';
import { getBuyerTexts } from '../orders/order-mail.ts';
import { renderReceiptPdf } from './receipt-pdf.ts';
import { readReceipt, buildReceiptPath, buildReceiptTexts } from './receipt.view.ts';

/** Composes the mail with a receipt or credit note, with a PDF attached. Null if the order has no email address. */
export async function renderReceiptMessage(site: Site, { payload }: MailContext): Promise<Message | null> {
  const { receiptId } = payload as { receiptId: number };
  const receipt = await readReceipt(site, receiptId);
  if (!receipt) return null;
  const order = await site.db.prisma.ticketOrder.findUnique({
    where: { id: receipt.orderId },
    select: { purchaserName: true, purchaserEmail: true, checkout: { select: { buyerName: true, buyerEmail: true, locale: true } } },
  });
  const name = order?.checkout?.buyerName ?? order?.purchaserName ?? '';
  const address = order?.checkout?.buyerEmail ?? order?.purchaserEmail ?? '';
  if (address === '') return null;
  const translate = getBuyerTexts(site, order?.checkout?.locale ?? '');
  const texts = buildReceiptTexts(site, translate, receipt);
  const heading = `${texts.title} ${texts.number}`;
  const letter = writeLetter(site, {
    to: { name, address },
    subject: heading,
    parts: [
      texts.correctedNumber === ''
        ? translate('receipt.mail', { seller: texts.seller[0] ?? '' })
        : translate('receipt.mailCredit', { number: texts.correctedNumber }),
      [
        ...texts.lines.map(({ text, detail, amount }) => `${[text, detail].filter(Boolean).join(' – ')}: ${amount}`),
        `${translate('checkout.total')}: ${texts.total}`,
        ...(texts.rate === '' ? [] : [translate('receipt.includesTax', { rate: texts.rate, tax: texts.tax })]),
      ].join('\n'),
      { link: site.config.siteUrl + buildReceiptPath(site, receipt), label: translate('receipt.see') },
    ],
    language: translate.language,
  });
  return {
    ...letter,
    attachments: async () => [
      { filename: `${texts.number}.pdf`, contentType: 'application/pdf', content: await renderReceiptPdf(site, translate, receipt) },
    ],
  };
}

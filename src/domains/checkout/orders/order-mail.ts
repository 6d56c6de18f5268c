import type { MailSubject, Message } from '#app/core/mail/composer.ts';
import { type Part, writeLetter } from '#app/core/mail/letter.ts';
import type { Site } from '#app/site.ts';
import { plainOf } from '#app/domains/events/calendar/plain.ts';
import { formatPrice, moneyStyle, symbolOf } from '../../tickets/money.rules.ts';
import { orderPath } from '../../tickets/qr/order-address.ts';
import { eventsOf } from '../../tickets/qr/ticket-sheet.ts';
import { type CheckoutRecord, findCheckout, totalOf } from '../checkout.record.ts';
import { paymentNote } from '../checkout.settings.ts';

/** An amount as the site writes prices, in the currency in which it was sold. */
function moneyOf(site: Site, minor: bigint, currency: string): string {
  return formatPrice(minor, { ...moneyStyle(site), code: currency, symbol: symbolOf(currency) });
}

function partsOf(site: Site, checkout: CheckoutRecord, orderStatus: string | null): Part[] {
  const total = totalOf(checkout.lines);
  const isToBePaid = total > 0n && orderStatus?.startsWith('pending') === true;
  const note = site.settings.get(paymentNote);
  return [
    checkout.lines.map(({ title, quantity }) => `${quantity} × ${plainOf(title)}`).join(', '),
    ...(total > 0n ? [`Total: ${moneyOf(site, total, checkout.currency)}`] : []),
    ...(isToBePaid ? ['Your places are kept. The tickets come by mail once they are paid.'] : []),
    ...(isToBePaid && checkout.gateway === 'manual' && note !== '' ? [note] : []),
    { link: site.config.siteUrl + orderPath(site, checkout.id), label: 'See, change or cancel it here' },
    'Whoever has this address can do so in your place: keep it to yourself.',
  ];
}

/** What a checkout came to, for its buyer; null once it is gone. */
export async function orderMessage(site: Site, { payload }: MailSubject): Promise<Message | null> {
  const { checkoutId } = payload as { checkoutId: number };
  const checkout = await findCheckout(site, checkoutId);
  if (!checkout || checkout.buyerEmail === '') return null;
  const order = await site.db.prisma.ticketOrder.findUnique({ where: { checkoutId }, select: { id: true, status: true } });
  const postIds = [...new Set(checkout.lines.flatMap(({ postId }) => postId ?? []))];
  const titles = [...(await eventsOf(site, postIds)).values()].map(({ title }) => title);
  return writeLetter(site, {
    to: { name: checkout.buyerName, address: checkout.buyerEmail },
    subject: `Your order: ${titles.join(', ') || 'tickets'}`,
    parts: partsOf(site, checkout, order?.status ?? null),
  });
}

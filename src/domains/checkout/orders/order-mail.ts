import type { MailSubject, Message } from '#app/core/mail/composer.ts';
import { type Part, writeLetter } from '#app/core/mail/letter.ts';
import type { Site } from '#app/site.ts';
import { plainOf } from '#app/domains/events/calendar/plain.ts';
import { formatPrice, moneyStyle, symbolOf } from '../../tickets/money.rules.ts';
import { findCheckout } from '../checkout.record.ts';
import { readBought } from './order.record.ts';
import { type BuyerOrder, viewBought } from './order.view.ts';

/** An amount as the site writes prices, in the currency in which it was sold. */
function moneyOf(site: Site, minor: bigint, currency: string): string {
  return formatPrice(minor, { ...moneyStyle(site), code: currency, symbol: symbolOf(currency) });
}

const subjects: Readonly<Record<BuyerOrder['state'], string>> = { confirmed: 'Your order', pending: 'To be paid', cancelled: 'Cancelled' };

function partsOf(site: Site, order: BuyerOrder): Part[] {
  const { state, lines, totalMinor, currency, gateway } = order;
  const page = { link: site.config.siteUrl + order.path, label: 'See, change or cancel it here' };
  const declined = order.attendees.length > 0 && order.attendees.every(({ isGoing }) => isGoing === false);
  const back = order.refundMinor > 0n ? [`${moneyOf(site, order.refundMinor, currency)} go back to you the way they came.`] : [];
  if (state === 'cancelled') return ['Your tickets let nobody in any more.', ...back, { ...page, label: 'See it here' }];
  if (declined) return ['You said that you do not come.', { ...page, label: 'Change your mind here' }];
  return [
    lines.map(({ title, quantity }) => `${quantity} × ${plainOf(title)}`).join(', '),
    ...(totalMinor > 0n ? [`Total: ${moneyOf(site, totalMinor, currency)}`] : []),
    ...(state === 'pending' ? ['Your places are kept. The tickets come by mail once they are paid.'] : []),
    ...(state === 'pending' && gateway === 'manual' && order.paymentNote !== '' ? [order.paymentNote] : []),
    ...back,
    page,
    'Whoever has this address can do so in your place: keep it to yourself.',
  ];
}

/** What a checkout came to, for its buyer, as it is when the message is sent; null once it is gone. */
export async function orderMessage(site: Site, { payload }: MailSubject): Promise<Message | null> {
  const { checkoutId } = payload as { checkoutId: number };
  const checkout = await findCheckout(site, checkoutId);
  if (!checkout || checkout.buyerEmail === '') return null;
  const order = await viewBought(site, await readBought(site, checkout));
  const titles = [...new Set(order.attendees.map(({ sheet }) => sheet.event.title))];
  return writeLetter(site, {
    to: { name: checkout.buyerName, address: checkout.buyerEmail },
    subject: `${subjects[order.state]}: ${titles.join(', ') || 'tickets'}`,
    parts: partsOf(site, order),
  });
}

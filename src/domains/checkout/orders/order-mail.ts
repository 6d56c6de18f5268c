import type { MailSubject, Message } from '#app/core/mail/composer.ts';
import { type Part, writeLetter } from '#app/core/mail/letter.ts';
import type { Site } from '#app/site.ts';
import { findLanguage, type Say, getTexts } from '#app/core/language/say.ts';
import { getTextsForEveryone } from '#app/core/language/site-language.ts';
import { getSiteZone } from '../../content/site-time.ts';
import { formatZonedInstant } from '../../events/format-event-time.ts';
import { formatTicketPrice } from '../../tickets/price-text.ts';
import { findMailPicture, listTimeAndPlace } from '../../tickets/mail-layout.ts';
import { getBankTransfer } from '../bank-transfer/bank-transfer.ts';
import { transferLines } from '../bank-transfer/bank-transfer.part.ts';
import { findCheckout } from '../checkout.record.ts';
import { readPurchase } from './order.record.ts';
import { type BuyerOrder, viewPurchase } from './order.view.ts';

/** Returns the texts in the language of the order, or in the default language of mails if that language is not supported. */
export function getBuyerTexts(site: Site, locale: string): Say {
  const language = findLanguage(locale);
  return language === null ? getTextsForEveryone(site) : getTexts(language);
}

/** Lists tickets with their quantities, such as "2 × Standard, 1 × Reduced". */
const formatTicketList = (say: Say, tickets: BuyerOrder['attendees']): string =>
  [...Map.groupBy(tickets, ({ sheet }) => sheet.ticket)]
    .map(([ticket, group]) => say('checkout.line', { quantity: group.length, ticket }))
    .join(', ');

/** True if a part of the order was cancelled and another part remains. */
const isPartlyCancelled = ({ state, attendees }: BuyerOrder) =>
  state !== 'cancelled' && attendees.some(({ sheet }) => sheet.state === 'void');

/** Returns time and place of each event of an order. */
function listPlacesAndTimes(say: Say, { attendees }: BuyerOrder): Part[] {
  const events = new Map(attendees.map(({ sheet }) => [sheet.attendee.postId, sheet.event]));
  return [...events.values()].map((event) => ({ heading: event.title, lines: listTimeAndPlace(say, event) }));
}

/** Returns the bank details for a transfer, and the note about paying at the door. */
function listPaymentSteps(site: Site, say: Say, order: BuyerOrder): string[] {
  if (order.state !== 'pending' || order.gateway !== 'manual') return [];
  const transfer = getBankTransfer(site, say, order);
  return [
    ...(order.paymentNote === '' ? [] : [order.paymentNote]),
    ...(transfer
      ? [[say('pay.byTransfer'), ...transferLines(site, say, transfer).map(([label, text]) => `${label}: ${text}`)].join('\n')]
      : []),
    say('mail.order.payAtDoor'),
  ];
}

function listParts(site: Site, say: Say, order: BuyerOrder): Part[] {
  const { state, totalMinor, currency } = order;
  const formatAmount = (minor: bigint) => formatTicketPrice(site, say, minor, currency);
  const link = site.config.siteUrl + order.path;
  const declined = order.attendees.length > 0 && order.attendees.every(({ isGoing }) => isGoing === false);
  const refund = order.refundMinor > 0n ? [say('order.moneyBack', { amount: formatAmount(order.refundMinor) })] : [];
  if (state === 'cancelled') return [say('mail.order.void'), ...refund, { link, label: say('mail.order.see') }];
  if (declined) return [say('mail.order.declined'), { link, label: say('mail.order.changeMind') }];
  const isVoid = ({ sheet }: BuyerOrder['attendees'][number]) => sheet.state === 'void';
  const cancelled = order.attendees.filter(isVoid);
  const remaining = formatTicketList(
    say,
    order.attendees.filter((attendee) => !isVoid(attendee)),
  );
  return [
    ...listPlacesAndTimes(say, order),
    ...(cancelled.length > 0
      ? [
          say('mail.order.cancelledTickets', { tickets: formatTicketList(say, cancelled) }),
          say('mail.order.remaining', { tickets: remaining }),
        ]
      : [remaining]),
    ...(totalMinor > 0n ? [say('mail.order.total', { total: formatAmount(totalMinor) })] : []),
    ...(state === 'pending' ? [say('mail.order.kept')] : []),
    ...(order.payUntil !== null
      ? [say('order.payUntil', { moment: formatZonedInstant(site, say, order.payUntil, getSiteZone(site)) })]
      : []),
    ...listPaymentSteps(site, say, order),
    ...refund,
    { link, label: say('mail.order.change') },
    say('mail.order.secret'),
  ];
}

/** Composes the mail about an order with its current state. Null if the order no longer exists or has no email address. */
export async function renderOrderMessage(site: Site, { payload }: MailSubject): Promise<Message | null> {
  const { checkoutId } = payload as { checkoutId: number };
  const checkout = await findCheckout(site, checkoutId);
  if (!checkout || checkout.buyerEmail === '') return null;
  const order = await viewPurchase(site, await readPurchase(site, checkout));
  const say = getBuyerTexts(site, checkout.locale);
  const [first] = order.attendees;
  const titles = [...new Set(order.attendees.map(({ sheet }) => sheet.event.title))];
  return writeLetter(site, {
    to: { name: checkout.buyerName, address: checkout.buyerEmail },
    subject: say(`mail.order.subject.${isPartlyCancelled(order) ? 'changed' : order.state}`, {
      events: titles.join(', ') || say('offers.title'),
    }),
    parts: listParts(site, say, order),
    language: say.language,
    ...(first && { picture: findMailPicture(site, first.sheet.event) }),
  });
}

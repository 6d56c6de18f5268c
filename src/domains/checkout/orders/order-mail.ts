import type { MailContext, Message } from '#app/core/mail/composer.ts';
import { type LetterPart, writeLetter } from '#app/core/mail/letter.ts';
import type { Site } from '#app/site.ts';
import { findLanguage, type Translate, getTexts } from '#app/core/language/translate.ts';
import { getDefaultTexts } from '#app/core/language/site-language.ts';
import { getSiteZone } from '../../content/site-time.ts';
import { formatZonedInstant } from '../../events/format-event-time.ts';
import { formatLocalizedPrice } from '../../tickets/price-text.ts';
import { findMailPicture, listTimeAndPlace } from '../../tickets/mail-layout.ts';
import { getBankTransfer } from '../bank-transfer/bank-transfer.ts';
import { listTransferLines } from '../bank-transfer/bank-transfer.part.ts';
import { findCheckout } from '../checkout.record.ts';
import { readOrderDetails } from './order.record.ts';
import { type BuyerOrder, viewOrderDetails } from './order.view.ts';

/** Returns the texts in the language of the order, or in the default language of mails if that language is not supported. */
export function getBuyerTexts(site: Site, locale: string): Translate {
  const language = findLanguage(locale);
  return language === null ? getDefaultTexts(site) : getTexts(language);
}

/** Lists tickets with their quantities, such as "2 × Standard, 1 × Reduced". */
const formatTicketList = (translate: Translate, tickets: BuyerOrder['attendees']): string =>
  [...Map.groupBy(tickets, ({ sheet }) => sheet.ticket)]
    .map(([ticket, group]) => translate('checkout.line', { quantity: group.length, ticket }))
    .join(', ');

/** True if a part of the order was cancelled and another part remains. */
const isPartlyCancelled = ({ state, attendees }: BuyerOrder) =>
  state !== 'cancelled' && attendees.some(({ sheet }) => sheet.state === 'void');

/** Returns time and place of each event of an order. */
function listPlacesAndTimes(translate: Translate, { attendees }: BuyerOrder): LetterPart[] {
  const events = new Map(attendees.map(({ sheet }) => [sheet.attendee.postId, sheet.event]));
  return [...events.values()].map((event) => ({ heading: event.title, lines: listTimeAndPlace(translate, event) }));
}

/** Returns the organizers' note about payments, the bank details for a transfer, and the text about paying at the door. */
function listPaymentSteps(site: Site, translate: Translate, order: BuyerOrder): string[] {
  if (order.state !== 'pending' || order.gateway !== 'manual') return [];
  const transfer = getBankTransfer(site, translate, order);
  return [
    ...(order.paymentNote === '' ? [] : [order.paymentNote]),
    ...(transfer
      ? [
          [translate('pay.byTransfer'), ...listTransferLines(site, translate, transfer).map(([label, text]) => `${label}: ${text}`)].join(
            '\n',
          ),
        ]
      : []),
    translate('mail.order.payAtDoor'),
  ];
}

function listParts(site: Site, translate: Translate, order: BuyerOrder): LetterPart[] {
  const { state, totalMinor, currency } = order;
  const formatAmount = (minor: bigint) => formatLocalizedPrice(site, translate, minor, currency);
  const link = site.config.siteUrl + order.path;
  const isDeclined = order.attendees.length > 0 && order.attendees.every(({ isGoing }) => isGoing === false);
  const refundParts = order.refundMinor > 0n ? [translate('order.moneyBack', { amount: formatAmount(order.refundMinor) })] : [];
  if (state === 'cancelled') return [translate('mail.order.void'), ...refundParts, { link, label: translate('mail.order.see') }];
  if (isDeclined) return [translate('mail.order.declined'), { link, label: translate('mail.order.changeMind') }];
  const isVoid = ({ sheet }: BuyerOrder['attendees'][number]) => sheet.state === 'void';
  const cancelled = order.attendees.filter(isVoid);
  const remaining = formatTicketList(
    translate,
    order.attendees.filter((attendee) => !isVoid(attendee)),
  );
  return [
    ...listPlacesAndTimes(translate, order),
    ...(cancelled.length > 0
      ? [
          translate('mail.order.cancelledTickets', { tickets: formatTicketList(translate, cancelled) }),
          translate('mail.order.remaining', { tickets: remaining }),
        ]
      : [remaining]),
    ...(totalMinor > 0n ? [translate('mail.order.total', { total: formatAmount(totalMinor) })] : []),
    ...(state === 'pending' ? [translate('mail.order.kept')] : []),
    ...(order.payUntil !== null
      ? [translate('order.payUntil', { moment: formatZonedInstant(site, translate, order.payUntil, getSiteZone(site)) })]
      : []),
    ...listPaymentSteps(site, translate, order),
    ...refundParts,
    { link, label: translate('mail.order.change') },
    translate('mail.order.secret'),
  ];
}

/** Composes the mail about an order with its current state. Null if the order no longer exists or has no email address. */
export async function renderOrderMessage(site: Site, { payload }: MailContext): Promise<Message | null> {
  const { checkoutId } = payload as { checkoutId: number };
  const checkout = await findCheckout(site, checkoutId);
  if (!checkout || checkout.buyerEmail === '') return null;
  const order = await viewOrderDetails(site, await readOrderDetails(site, checkout));
  const translate = getBuyerTexts(site, checkout.locale);
  const [first] = order.attendees;
  const titles = [...new Set(order.attendees.map(({ sheet }) => sheet.event.title))];
  return writeLetter(site, {
    to: { name: checkout.buyerName, address: checkout.buyerEmail },
    subject: translate(`mail.order.subject.${isPartlyCancelled(order) ? 'changed' : order.state}`, {
      events: titles.join(', ') || translate('offers.title'),
    }),
    parts: listParts(site, translate, order),
    language: translate.language,
    ...(first && { picture: findMailPicture(site, first.sheet.event) }),
  });
}

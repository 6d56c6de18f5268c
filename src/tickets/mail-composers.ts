import type { Composer } from '../mail/delivery.ts';
import type { MailKind } from '../mail/outbox.ts';
import { ticketMessage } from './ticket-mail.ts';
import { offerMessage } from './waiting-list/offer-mail.ts';

/** Who makes which message. */
export const composers: Readonly<Record<MailKind, Composer>> = { ticket: ticketMessage, offer: offerMessage };

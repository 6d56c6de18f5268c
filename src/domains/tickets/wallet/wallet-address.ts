import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import type { AppleWallet } from '#app/config/wallet.ts';
import { ticketPath } from '../qr/ticket-address.ts';
import type { TicketSheet } from '../qr/ticket-sheet.ts';

/** Wallets that a ticket may be put into. */
export type Wallet = 'apple' | 'google';

/** What passes for Apple Wallet are signed with; undefined while nothing is configured that counts. */
export function appleWallet(site: Site): AppleWallet | undefined {
  const { apple } = site.config.wallets;
  return apple && apple.until > now() ? apple : undefined;
}

/** Ends of the paths below that of the ticket's own page. */
export const walletEnds: Readonly<Record<Wallet, string>> = { apple: 'ticket.pkpass', google: 'google-wallet' };

/** Paths by which a ticket gets into a wallet; null where that is not configured, and while the ticket lets nobody in or its event is called off. */
export function walletPaths(site: Site, { attendee, state, event }: TicketSheet): Record<Wallet, string | null> {
  const path = (wallet: Wallet, isOffered: boolean) =>
    isOffered && state === 'good' && !event.isCancelled ? `${ticketPath(site, attendee)}/${walletEnds[wallet]}` : null;
  return { apple: path('apple', appleWallet(site) !== undefined), google: path('google', site.config.wallets.google !== undefined) };
}

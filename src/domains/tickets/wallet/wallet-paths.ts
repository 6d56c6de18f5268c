import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import type { AppleWallet } from '#app/config/wallet.ts';
import { buildTicketPath } from '../qr/ticket-path.ts';
import type { TicketSheet } from '../qr/ticket-sheet.ts';

/** Supported wallets. */
export type Wallet = 'apple' | 'google';

/** Returns the signing keys of Apple Wallet passes, or undefined if they are not configured or have expired. */
export function getAppleWallet(site: Site): AppleWallet | undefined {
  const { apple } = site.config.wallets;
  return apple && apple.expiresAt > now() ? apple : undefined;
}

/** Last segments of the paths that add a ticket to a wallet, below the path of the ticket page. */
export const walletSegments: Readonly<Record<Wallet, string>> = { apple: 'ticket.pkpass', google: 'google-wallet' };

/**
 * Returns the paths that add a ticket to a wallet. A path is null if its wallet is not configured, the ticket is not valid or its event is canceled.
 */
export function buildWalletPaths(site: Site, { attendee, state, event }: TicketSheet): Record<Wallet, string | null> {
  const path = (wallet: Wallet, isOffered: boolean) =>
    isOffered && state === 'good' && !event.isCancelled ? `${buildTicketPath(site, attendee)}/${walletSegments[wallet]}` : null;
  return { apple: path('apple', getAppleWallet(site) !== undefined), google: path('google', site.config.wallets.google !== undefined) };
}

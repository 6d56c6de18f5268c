import { type Html, html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import type { TicketSheet } from '../qr/ticket-sheet.ts';
import { buildWalletPaths } from '../wallet/wallet-paths.ts';

/** Renders links that add a ticket to a wallet. Returns null if the ticket has no such links. */
export function renderWalletPart(site: Site, translate: Translate, sheet: TicketSheet): Html | null {
  const { apple, google } = buildWalletPaths(site, sheet);
  if (apple === null && google === null) return null;
  return html`<p class="actions">${apple !== null && html`<a href="${toSitePath(site, apple)}">${translate('ticket.appleWallet')}</a>`} ${google !== null && html`<a href="${toSitePath(site, google)}" rel="noreferrer">${translate('ticket.googleWallet')}</a>`}</p>`;
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageNotFound } from '#app/domains/content/pages/list.page.ts';
import type { Site } from '#app/site.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { privateHeaders, getTokenParameter } from './private-page.ts';
import { createApplePass } from '../wallet/apple-pass.ts';
import { createGoogleSaveUrl } from '../wallet/google-pass.ts';
import { getAppleWallet, type Wallet, walletSegments, buildWalletPaths } from '../wallet/wallet-paths.ts';
import { findAttendeeByToken } from '../qr/ticket-path.ts';
import { loadTicketSheet } from '../qr/ticket-sheet.ts';

async function sendPass(site: Site, request: FastifyRequest, reply: FastifyReply, kind: Wallet): Promise<FastifyReply> {
  const attendee = await findAttendeeByToken(site, getTokenParameter(request));
  if (!attendee) throw pageNotFound();
  const translate = getTextsForRequest(site, request);
  const sheet = await loadTicketSheet(site, attendee, translate);
  const [apple, { google }] = [getAppleWallet(site), site.config.wallets];
  if (buildWalletPaths(site, sheet)[kind] === null) throw pageNotFound();
  reply.headers(privateHeaders);
  if (kind === 'google' && google) return reply.redirect(await createGoogleSaveUrl(site, translate, google, sheet), 303);
  if (kind !== 'apple' || !apple) throw pageNotFound();
  return reply
    .type('application/vnd.apple.pkpass')
    .header('Content-Disposition', `attachment; filename="ticket-${attendee.id}.pkpass"`)
    .send(await createApplePass(site, translate, apple, sheet));
}

/** Mounts the pass for Apple Wallet and the link to Google Wallet, below the secret path of the ticket page. */
export function mountWalletPasses(app: FastifyInstance, site: Site, ticketRoute: string): void {
  const { apple } = site.config.wallets;
  if (apple && !getAppleWallet(site))
    site.log.warn({ until: apple.expiresAt }, 'WALLET_APPLE_CERTIFICATE has expired, so tickets have no link to Apple Wallet');
  for (const kind of ['apple', 'google'] as const)
    app.get(`${ticketRoute}/${walletSegments[kind]}`, (request, reply) => sendPass(site, request, reply, kind));
}

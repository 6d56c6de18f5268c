import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noPage } from '#app/domains/content/pages/list.page.ts';
import type { Site } from '#app/site.ts';
import { sayTo } from '#app/web/pages/language.ts';
import { privateHeaders, tokenOf } from './private-page.ts';
import { applePass } from '../wallet/apple-pass.ts';
import { googleSaveAddress } from '../wallet/google-pass.ts';
import { appleWallet, type Wallet, walletSegments, walletPaths } from '../wallet/wallet-address.ts';
import { attendeeOfToken } from '../qr/ticket-address.ts';
import { ticketSheet } from '../qr/ticket-sheet.ts';

async function sendPass(site: Site, request: FastifyRequest, reply: FastifyReply, kind: Wallet): Promise<FastifyReply> {
  const attendee = await attendeeOfToken(site, tokenOf(request));
  if (!attendee) throw noPage();
  const say = sayTo(site, request);
  const sheet = await ticketSheet(site, attendee, say);
  const [apple, { google }] = [appleWallet(site), site.config.wallets];
  if (walletPaths(site, sheet)[kind] === null) throw noPage();
  reply.headers(privateHeaders);
  if (kind === 'google' && google) return reply.redirect(await googleSaveAddress(site, say, google, sheet), 303);
  if (kind !== 'apple' || !apple) throw noPage();
  return reply
    .type('application/vnd.apple.pkpass')
    .header('Content-Disposition', `attachment; filename="ticket-${attendee.id}.pkpass"`)
    .send(await applePass(site, say, apple, sheet));
}

/** Mounts the pass for Apple Wallet and the link to Google Wallet, at secret addresses below the ticket's page. */
export function mountWalletPasses(app: FastifyInstance, site: Site, address: string): void {
  const { apple } = site.config.wallets;
  if (apple && !appleWallet(site))
    site.log.warn({ until: apple.until }, 'WALLET_APPLE_CERTIFICATE has expired, so tickets have no link to Apple Wallet');
  for (const kind of ['apple', 'google'] as const)
    app.get(`${address}/${walletSegments[kind]}`, (request, reply) => sendPass(site, request, reply, kind));
}

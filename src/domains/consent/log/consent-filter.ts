import { isIP } from 'node:net';
import type { Prisma } from '#db';
import { keyedHash } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';
import { callerAddress } from '../documenting/address.rules.ts';
import { unreadableIp } from '../failures.ts';
import { sha256 } from '../revision/calculated.ts';
import { dayEnd, dayStart } from './days.ts';

/** Which consents are wanted. What is absent, null or empty does not narrow. */
export interface ConsentFilter {
  uuid?: string | null | undefined;
  /** An address: also those of the same network, whose last group is not kept. */
  ip?: string | null | undefined;
  /** Address of a page without its query. */
  referer?: string | null | undefined;
  /** Days of the site's calendar, both included. */
  from?: string | null | undefined;
  to?: string | null | undefined;
  context?: string | null | undefined;
}

async function addressIds(site: Site, ip: string): Promise<number[]> {
  if (isIP(ip) === 0) throw unreadableIp();
  const { family, whole, truncated } = callerAddress(ip);
  const hash = keyedHash(site, 'consent address', truncated);
  const either = family === 'ipv4' ? [{ ipv4: whole }, { ipv4Hash: hash }] : [{ ipv6: whole }, { ipv6Hash: hash }];
  return (await site.db.prisma.consentAddress.findMany({ where: { OR: either }, select: { id: true } })).map(({ id }) => id);
}

async function textId(site: Site, kind: string, text: string): Promise<number> {
  const found = await site.db.prisma.consentText.findUnique({ where: { kind_hash: { kind, hash: sha256(text) } }, select: { id: true } });
  return found?.id ?? 0;
}

/** The condition of a filter; null when every consent fits. Throws `unreadable_ip`. */
export async function consentsWhere(site: Site, filter: ConsentFilter): Promise<Prisma.ConsentWhereInput | null> {
  const { uuid, ip, referer, from, to, context } = filter;
  const where: Prisma.ConsentWhereInput = {
    ...(uuid && { uuid }),
    ...(ip && { addressId: { in: await addressIds(site, ip.trim()) } }),
    ...(referer && { pureRefererId: await textId(site, 'url', referer) }),
    ...((from || to) && { created: { ...(from && { gte: dayStart(site, from) }), ...(to && { lt: dayEnd(site, to) }) } }),
    ...(context && { context }),
  };
  return Object.keys(where).length === 0 ? null : where;
}

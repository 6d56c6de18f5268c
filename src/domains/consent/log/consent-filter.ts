import { byEachKey } from '#app/core/secrets/keeper.ts';
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
  const hash = { in: byEachKey(site, (keeper) => keyedHash(keeper, 'consent address', truncated)) };
  const either = family === 'ipv4' ? [{ ipv4: whole }, { ipv4Hash: hash }] : [{ ipv6: whole }, { ipv6Hash: hash }];
  return (await site.db.prisma.consentAddress.findMany({ where: { OR: either }, select: { id: true } })).map(({ id }) => id);
}

async function textId(site: Site, kind: string, text: string): Promise<number | null> {
  const found = await site.db.prisma.consentText.findUnique({ where: { kind_hash: { kind, hash: sha256(text) } }, select: { id: true } });
  return found?.id ?? null;
}

/** A filter with the rows that it names looked up; null does not narrow. */
export interface WantedConsents {
  uuid: string | null;
  addressIds: number[] | null;
  pureRefererId: number | null;
  context: string | null;
  from: Date | null;
  /** They came before this moment. */
  before: Date | null;
}

/** Which consents a filter means. Throws `unreadable_ip`. */
export async function wantedConsents(site: Site, { uuid, ip, referer, from, to, context }: ConsentFilter): Promise<WantedConsents> {
  return {
    uuid: uuid || null,
    addressIds: ip ? await addressIds(site, ip.trim()) : null,
    // no text has the number -1
    pureRefererId: referer ? ((await textId(site, 'url', referer)) ?? -1) : null,
    context: context || null,
    from: from ? dayStart(site, from) : null,
    before: to ? dayEnd(site, to) : null,
  };
}

/** Whether every consent is wanted. */
export const isEverything = (wanted: WantedConsents): boolean => Object.values(wanted).every((value) => value === null);

/** What is wanted as a condition. */
export function consentsWhere({
  uuid,
  addressIds: addresses,
  pureRefererId,
  context,
  from,
  before,
}: WantedConsents): Prisma.ConsentWhereInput {
  return {
    ...(uuid !== null && { uuid }),
    ...(addresses !== null && { addressId: { in: addresses } }),
    ...(pureRefererId !== null && { pureRefererId }),
    ...((from !== null || before !== null) && { created: { ...(from !== null && { gte: from }), ...(before !== null && { lt: before }) } }),
    ...(context !== null && { context }),
  };
}

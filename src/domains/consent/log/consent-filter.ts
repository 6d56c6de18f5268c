import { byEachKey } from '#app/core/secrets/keeper.ts';
import { isIP } from 'node:net';
import type { Prisma } from '#db';
import { keyedHash } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';
import { callerAddress } from '../documenting/address.rules.ts';
import { unreadableIp } from '../failures.ts';
import { sha256 } from '../revision/calculated.ts';
import { dayEnd, dayStart } from './days.ts';

/** Filters of the log. Absent, null and empty filters have no effect. */
export interface ConsentFilter {
  uuid?: string | null | undefined;
  /** IP address. Also matches other addresses of the same truncated network. */
  ip?: string | null | undefined;
  /** Address of a page without its query. */
  referer?: string | null | undefined;
  /** Days in the site's time zone, both inclusive. */
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

/** Filters with IDs of the rows that they refer to. Null has no effect. */
export interface WantedConsents {
  uuid: string | null;
  addressIds: number[] | null;
  pureRefererId: number | null;
  context: string | null;
  from: Date | null;
  /** Only consents before this time. */
  before: Date | null;
}

/** Looks up the rows that the filters refer to. Throws `unreadable_ip`. */
export async function wantedConsents(site: Site, { uuid, ip, referer, from, to, context }: ConsentFilter): Promise<WantedConsents> {
  return {
    uuid: uuid || null,
    addressIds: ip ? await addressIds(site, ip.trim()) : null,
    // -1 is not an ID, so it matches nothing
    pureRefererId: referer ? ((await textId(site, 'url', referer)) ?? -1) : null,
    context: context || null,
    from: from ? dayStart(site, from) : null,
    before: to ? dayEnd(site, to) : null,
  };
}

/** True if no filter has an effect. */
export const isEverything = (wanted: WantedConsents): boolean => Object.values(wanted).every((value) => value === null);

/** Returns the Prisma condition of the filters. */
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

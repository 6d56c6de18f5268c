import { mapKeyOwners } from '#app/core/secrets/key-owner.ts';
import { isIP } from 'node:net';
import type { Prisma } from '#db';
import { createKeyedHash } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';
import { parseVisitorAddress } from '../documenting/address.rules.ts';
import { unreadableIp } from '../failures.ts';
import { hashSha256 } from '../revision/calculated-revisions.ts';
import { getDayEnd, getDayStart } from './days.ts';

/** Filters of the consent log. Omitted, null and empty filters have no effect. */
export interface ConsentFilter {
  uuid?: string | null | undefined;
  /** IP address. Also matches other addresses that differ only in the last group. */
  ip?: string | null | undefined;
  /** URL of a page, without query and fragment. */
  referer?: string | null | undefined;
  /** First and last day (YYYY-MM-DD) in the site's time zone, both inclusive. */
  from?: string | null | undefined;
  to?: string | null | undefined;
  /** Context of the consent, such as a language. */
  context?: string | null | undefined;
}

async function findAddressIds(site: Site, ip: string): Promise<number[]> {
  if (isIP(ip) === 0) throw unreadableIp();
  const { family, full, truncated } = parseVisitorAddress(ip);
  const hash = { in: mapKeyOwners(site, (keyOwner) => createKeyedHash(keyOwner, 'consent address', truncated)) };
  const conditions = family === 'ipv4' ? [{ ipv4: full }, { ipv4Hash: hash }] : [{ ipv6: full }, { ipv6Hash: hash }];
  return (await site.db.prisma.consentAddress.findMany({ where: { OR: conditions }, select: { id: true } })).map(({ id }) => id);
}

async function findTextId(site: Site, kind: string, text: string): Promise<number | null> {
  const row = await site.db.prisma.consentText.findUnique({ where: { kind_hash: { kind, hash: hashSha256(text) } }, select: { id: true } });
  return row?.id ?? null;
}

/** Filters with the IDs of IP addresses and pages in the database. Null filters have no effect. */
export interface ResolvedFilter {
  uuid: string | null;
  addressIds: number[] | null;
  /** ID of the page's URL, without query and fragment. -1 if no consent refers to the page. */
  pureRefererId: number | null;
  context: string | null;
  from: Date | null;
  /** Only consents before this time. */
  before: Date | null;
}

/** Looks up the IDs of the IP addresses and pages in a filter. Throws `unreadable_ip`. */
export async function resolveFilter(site: Site, { uuid, ip, referer, from, to, context }: ConsentFilter): Promise<ResolvedFilter> {
  return {
    uuid: uuid || null,
    addressIds: ip ? await findAddressIds(site, ip.trim()) : null,
    // -1 is not an ID, so it matches nothing
    pureRefererId: referer ? ((await findTextId(site, 'url', referer)) ?? -1) : null,
    context: context || null,
    from: from ? getDayStart(site, from) : null,
    before: to ? getDayEnd(site, to) : null,
  };
}

/** True if the filters match all consents. */
export const matchesEverything = (filter: ResolvedFilter): boolean => Object.values(filter).every((value) => value === null);

/** Converts the filters to a Prisma condition. */
export function toConsentWhere({ uuid, addressIds, pureRefererId, context, from, before }: ResolvedFilter): Prisma.ConsentWhereInput {
  return {
    ...(uuid !== null && { uuid }),
    ...(addressIds !== null && { addressId: { in: addressIds } }),
    ...(pureRefererId !== null && { pureRefererId }),
    ...((from !== null || before !== null) && { created: { ...(from !== null && { gte: from }), ...(before !== null && { lt: before }) } }),
    ...(context !== null && { context }),
  };
}

import { readFile } from 'node:fs/promises';
import ipaddr from 'ipaddr.js';
import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { countryDatabaseUnreadable } from '../failures.ts';
import { countryDatabaseAt } from '../settings/state.settings.ts';

/** Sample file with the IP address blocks that are reserved for documentation. Used if no file is configured. */
const SAMPLE_FILE = new URL('./sample-ranges.csv', import.meta.url);

/** Returns an IP address as 32 hex digits that sort like the addresses. Maps IPv4 addresses to IPv6. Null if the address is invalid. */
function toHexDigits(ip: string): string | null {
  if (!ipaddr.isValid(ip.trim())) return null;
  const address = ipaddr.parse(ip.trim());
  const ipv6 = address.kind() === 'ipv4' ? (address as ipaddr.IPv4).toIPv4MappedAddress() : (address as ipaddr.IPv6);
  return Buffer.from(ipv6.toByteArray()).toString('hex');
}

interface Range {
  ipFrom: string;
  ipTo: string;
  country: string;
}

/** Parses a CSV file with the columns from, to and country. Throws for an invalid line. */
async function parseRanges(text: string): Promise<Range[]> {
  const { parse } = await import('csv-parse/sync');
  const rows = parse(text, { skip_empty_lines: true, trim: true, comment: '#', relax_column_count: true }) as string[][];
  return rows.map(([from = '', to = '', country = '']) => {
    const [ipFrom, ipTo] = [toHexDigits(from), toHexDigits(to)];
    if (!ipFrom || !ipTo || !/^[A-Za-z]{2}$/.test(country)) throw new Error(`Invalid line: ${from},${to},${country}`);
    return { ipFrom, ipTo, country: country.toUpperCase() };
  });
}

const BATCH_SIZE = 5_000;
const LOAD_TIMEOUT_MS = 120_000;

/**
 * Replaces the map with the configured file and returns the time of the change. If the file is invalid, keeps the old map and throws
 * `country_database_unreadable`.
 */
export async function loadCountryDatabase(site: Site): Promise<Date> {
  const ranges = await readFile(site.config.countryDatabase ?? SAMPLE_FILE, 'utf8')
    .then(parseRanges)
    .catch((error: unknown) => {
      site.log.warn({ err: error }, 'cannot read the map from IP addresses to countries');
      throw countryDatabaseUnreadable();
    });
  await site.db.transaction(
    async (tx) => {
      await tx.countryRange.deleteMany();
      for (let start = 0; start < ranges.length; start += BATCH_SIZE)
        await tx.countryRange.createMany({ data: ranges.slice(start, start + BATCH_SIZE), skipDuplicates: true });
    },
    { timeout: LOAD_TIMEOUT_MS },
  );
  const loadedAt = now();
  await site.settings.set(countryDatabaseAt, loadedAt.getTime());
  return loadedAt;
}

/** Returns the country code of an IP address, or null if the map does not contain it. */
export async function findCountry(site: Site, ip: string): Promise<string | null> {
  const digits = toHexDigits(ip);
  if (digits === null) return null;
  const range = await site.db.prisma.countryRange.findFirst({ where: { ipFrom: { lte: digits } }, orderBy: { ipFrom: 'desc' } });
  return range && range.ipTo >= digits ? range.country : null;
}

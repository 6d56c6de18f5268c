import { readFile } from 'node:fs/promises';
import ipaddr from 'ipaddr.js';
import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { countryDatabaseUnreadable } from '../failures.ts';
import { countryDatabaseAt } from '../settings/state.settings.ts';

/** Sample map with documentation networks. Used if no file is configured. */
const SAMPLE = new URL('./sample-ranges.csv', import.meta.url);

/** Returns an IP address as 32 hex digits that sort like the addresses. IPv4 addresses are mapped to IPv6. Null for invalid text. */
function digitsOf(ip: string): string | null {
  if (!ipaddr.isValid(ip.trim())) return null;
  const address = ipaddr.parse(ip.trim());
  const six = address.kind() === 'ipv4' ? (address as ipaddr.IPv4).toIPv4MappedAddress() : (address as ipaddr.IPv6);
  return Buffer.from(six.toByteArray()).toString('hex');
}

interface Range {
  ipFrom: string;
  ipTo: string;
  country: string;
}

/** Parses the ranges of a CSV file with the columns from, to and country. Throws for an invalid line. */
async function readRanges(text: string): Promise<Range[]> {
  const { parse } = await import('csv-parse/sync');
  const rows = parse(text, { skip_empty_lines: true, trim: true, comment: '#', relax_column_count: true }) as string[][];
  return rows.map(([from = '', to = '', country = '']) => {
    const [ipFrom, ipTo] = [digitsOf(from), digitsOf(to)];
    if (!ipFrom || !ipTo || !/^[A-Za-z]{2}$/.test(country)) throw new Error(`Not a range: ${from},${to},${country}`);
    return { ipFrom, ipTo, country: country.toUpperCase() };
  });
}

const BATCH = 5_000;
const LOAD_MS = 120_000;

/** Replaces the map with the configured file and returns the time. Throws `country_database_unreadable` and keeps the old map if the file is invalid. */
export async function loadCountryDatabase(site: Site): Promise<Date> {
  const ranges = await readFile(site.config.countryDatabase ?? SAMPLE, 'utf8')
    .then(readRanges)
    .catch((error: unknown) => {
      site.log.warn({ err: error }, 'the map from addresses to countries cannot be read');
      throw countryDatabaseUnreadable();
    });
  await site.db.transaction(
    async (tx) => {
      await tx.countryRange.deleteMany();
      for (let at = 0; at < ranges.length; at += BATCH)
        await tx.countryRange.createMany({ data: ranges.slice(at, at + BATCH), skipDuplicates: true });
    },
    { timeout: LOAD_MS },
  );
  const loaded = now();
  await site.settings.set(countryDatabaseAt, loaded.getTime());
  return loaded;
}

/** Returns the country code of an IP address, or null if the map does not contain it. */
export async function countryOf(site: Site, ip: string): Promise<string | null> {
  const digits = digitsOf(ip);
  if (digits === null) return null;
  const found = await site.db.prisma.countryRange.findFirst({ where: { ipFrom: { lte: digits } }, orderBy: { ipFrom: 'desc' } });
  return found && found.ipTo >= digits ? found.country : null;
}

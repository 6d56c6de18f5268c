import { readFileSync } from 'node:fs';
import path from 'node:path';
import '#app/domains/events/kinds.ts';
import { XMLParser } from 'fast-xml-parser';
import { DateTime } from 'luxon';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadEvents, loadOrganizers, loadVenues } from '#app/domains/events/event.reader.ts';
import { csvImporter } from '#app/domains/transfer/events-csv/csv-importer.ts';
import { createChannel, readWxr } from '#app/domains/transfer/wxr/read-wxr.ts';
import type { WxrItem } from '#app/domains/transfer/wxr/records.ts';
import { makeUser } from '../support/factories.ts';
import { describeUnless, findRealFiles } from '../support/needs.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { defaultOptions, emptySite } from './support.ts';

const csv = findRealFiles('csv');

describeUnless(csv.missing, 'A CSV import agrees with an independent parser for', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await openTestSite();
  });
  afterAll(async () => await site.close());

  const moment = (day: string, clock: string) => DateTime.fromFormat(`${day} ${clock}`, 'M/d/yyyy H:mm:ss', { zone: 'UTC' });
  const idsOf = async (kind: string) =>
    (await site.db.prisma.content.findMany({ where: { kind }, select: { id: true } })).map(({ id }) => id);
  const sortByTitle = <T extends { title: string }>(records: readonly T[]) => records.toSorted((a, b) => (a.title < b.title ? -1 : 1));

  it.each(csv.names.filter((name) => !name.startsWith('rsvp-')))('%s', async (name) => {
    await emptySite(site);
    await makeUser(site, 'administrator');
    const file = path.join(csv.folder, name);
    const { data } = Papa.parse<Record<string, string | undefined>>(readFileSync(file, 'utf8'), { header: true, skipEmptyLines: true });
    await csvImporter.run(site, file, defaultOptions);
    const rows = data.map((row) => (column: string) => row[column]?.trim() ?? '');
    if (name.endsWith('-events.csv') || name === 'events.csv') {
      const stored = (await loadEvents(site, await idsOf('event'))).map(
        ({ title, content, excerpt, startLocal, endLocal, allDay, costs, website, venues, organizers, terms }) => {
          const names = terms.map((term) => term.name).sort();
          return {
            title,
            content,
            excerpt,
            startLocal,
            endLocal,
            allDay,
            costs,
            website: website ?? '',
            venue: venues[0]?.title,
            organizer: organizers[0]?.title,
            names,
          };
        },
      );
      const expected = rows.map((cell) => {
        const allDay = ['TRUE', 'Yes', '1'].includes(cell('All Day Event'));
        const [start, end] = [
          moment(cell('Event Start Date'), cell('Event Start Time')),
          moment(cell('Event End Date'), cell('Event End Time')),
        ];
        const wall = (time: DateTime) => time.toFormat("yyyy-MM-dd'T'HH:mm:ss");
        return {
          title: cell('Event Name'),
          content: cell('Event Description'),
          excerpt: cell('Event Excerpt'),
          // an all-day event lasts from the first second of its first day to the last second of its last day
          startLocal: wall(allDay ? start.startOf('day') : start),
          endLocal: wall(allDay ? end.endOf('day') : end),
          allDay,
          costs: cell('Event Cost') === '' ? [] : [cell('Event Cost')],
          website: cell('Event Website'),
          venue: cell('Event Venue Name'),
          organizer: cell('Event Organizer Name'),
          names: cell('Event Category').split(', ').filter(Boolean).sort(),
        };
      });
      expect(sortByTitle(stored)).toEqual(sortByTitle(expected));
    } else if (name.endsWith('venues.csv')) {
      const stored = (await loadVenues(site, await idsOf('venue'))).map(
        ({ title, content, address, city, country, stateProvince, zip, phone }) => ({
          title,
          content,
          address,
          city,
          country,
          stateProvince,
          zip,
          phone,
        }),
      );
      const expected = rows.map((cell) => ({
        title: cell('Venue Name'),
        content: cell('Venue Description'),
        // both address lines are joined
        address: `${cell('Venue Address')} ${cell('Venue Address 2')}`.trim(),
        city: cell('Venue City'),
        country: cell('Venue Country'),
        stateProvince: cell('Venue State/Province'),
        zip: cell('Venue Zip'),
        phone: cell('Venue Phone'),
      }));
      expect(sortByTitle(stored)).toEqual(sortByTitle(expected));
    } else {
      const stored = (await loadOrganizers(site, await idsOf('organizer'))).map(({ title, content, email, website, phone }) => ({
        title,
        content,
        email,
        website,
        phone,
      }));
      const expected = rows.map((cell) => ({
        title: cell('Organizer Name'),
        content: cell('Description'),
        email: cell('Organizer Email'),
        website: cell('Organizer Website'),
        phone: cell('Organizer Phone'),
      }));
      expect(sortByTitle(stored)).toEqual(sortByTitle(expected));
    }
  });
});

const wxr = findRealFiles('wxr');
const edge = findRealFiles('wxr/edge');
/** Files that are not compared, with the reason: the import refuses them (`real-exports.exhaustive.test.ts`), or the other parser misreads them. */
const exceptions: Readonly<Record<string, string>> = {
  'malformed.xml': 'refused',
  'missing-version-tag.xml': 'refused',
  'crazy-cdata.xml': 'CDATA sections that contain their own end, where the other parser ends them',
  'namespace-edge-cases.xml': 'other prefixes, and foreign namespaces under familiar ones',
};

type Node = Record<string, unknown>;
const childrenOf = (node: Node, name: string) => (node[name] ?? []) as Node[];
function textOf(node: Node, name: string): string {
  const value = node[name];
  const first = Array.isArray(value) ? value[0] : value;
  const text = typeof first === 'object' && first !== null ? (first as Node)['#text'] : first;
  return typeof text === 'string' || typeof text === 'number' ? String(text) : '';
}
const trimmedTextOf = (node: Node, name: string) => textOf(node, name).trim();

describe('An import agrees with an independent parser for', () => {
  const files = [...wxr.names.map((name) => path.join(wxr.folder, name)), ...edge.names.map((name) => path.join(edge.folder, name))];
  describeUnless(wxr.missing ?? edge.missing, 'every item of', () => {
    it.each(files.filter((file) => !Object.hasOwn(exceptions, path.basename(file))))('%s', async (file) => {
      const parser = new XMLParser({
        ignoreAttributes: false,
        parseTagValue: false,
        parseAttributeValue: false,
        trimValues: false,
        // numeric character references, such as &#039;
        htmlEntities: true,
        alwaysCreateTextNode: true,
        isArray: (name) => ['item', 'wp:postmeta', 'wp:comment', 'wp:commentmeta', 'category'].includes(name),
      });
      const { channel } = parser.parse(readFileSync(file, 'utf8')).rss;
      const items: WxrItem[] = [];
      for await (const record of readWxr(file, { channel: createChannel() })) if (record.kind === 'item') items.push(record);
      const metaOf = (node: Node, name: string) =>
        childrenOf(node, name).map((meta) => [trimmedTextOf(meta, 'wp:meta_key'), textOf(meta, 'wp:meta_value')]);
      const expected = childrenOf(channel, 'item').map((item) => ({
        id: trimmedTextOf(item, 'wp:post_id'),
        type: trimmedTextOf(item, 'wp:post_type'),
        title: textOf(item, 'title'),
        content: textOf(item, 'content:encoded'),
        excerpt: textOf(item, 'excerpt:encoded'),
        creator: trimmedTextOf(item, 'dc:creator'),
        date: trimmedTextOf(item, 'wp:post_date'),
        status: trimmedTextOf(item, 'wp:status'),
        terms: childrenOf(item, 'category').flatMap((term) =>
          term['@_domain'] === undefined
            ? []
            : [[term['@_domain'] === 'tag' ? 'post_tag' : term['@_domain'], term['@_nicename'] ?? '', String(term['#text']).trim()]],
        ),
        meta: metaOf(item, 'wp:postmeta'),
        comments: childrenOf(item, 'wp:comment').map((comment) => [
          trimmedTextOf(comment, 'wp:comment_id'),
          textOf(comment, 'wp:comment_content'),
          metaOf(comment, 'wp:commentmeta'),
        ]),
      }));
      const parsed = items.map(({ id, type, title, content, excerpt, creator, date, status, terms, meta, comments }) => ({
        id,
        type,
        title,
        content,
        excerpt,
        creator,
        date,
        status,
        terms: terms.map(({ taxonomy, slug, name }) => [taxonomy, slug, name]),
        meta: meta.map(({ key, value }) => [key, value]),
        comments: comments.map((comment) => [comment.id, comment.content, comment.meta.map(({ key, value }) => [key, value])]),
      }));
      expect(parsed).toEqual(expected);
    });
  });
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import '#app/domains/events/kinds.ts';
import { XMLParser } from 'fast-xml-parser';
import { DateTime } from 'luxon';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadEvents, loadOrganizers, loadVenues } from '#app/domains/events/event.reader.ts';
import { csvImporter } from '#app/domains/transfer/events-csv/csv-importer.ts';
import { emptyChannel, readWxr } from '#app/domains/transfer/wxr/read-wxr.ts';
import type { WxrItem } from '#app/domains/transfer/wxr/records.ts';
import { makeUser } from '../support/factories.ts';
import { describeUnless, realFiles } from '../support/needs.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { emptySite } from './support.ts';

const csv = realFiles('csv');

describeUnless(csv.missing, 'A CSV import agrees with an independent parser for', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await openTestSite();
  });
  afterAll(async () => await site.close());

  const moment = (day: string, clock: string) => DateTime.fromFormat(`${day} ${clock}`, 'M/d/yyyy H:mm:ss', { zone: 'UTC' });
  const idsOf = async (kind: string) =>
    (await site.db.prisma.content.findMany({ where: { kind }, select: { id: true } })).map(({ id }) => id);
  const byTitle = <T extends { title: string }>(all: readonly T[]) => [...all].sort((a, b) => (a.title < b.title ? -1 : 1));

  it.each(csv.names.filter((name) => !name.startsWith('rsvp-')))('%s', async (name) => {
    await emptySite(site);
    await makeUser(site, 'administrator');
    const file = path.join(csv.folder, name);
    const { data } = Papa.parse<Record<string, string | undefined>>(readFileSync(file, 'utf8'), { header: true, skipEmptyLines: true });
    await csvImporter.run(site, file, { dryRun: false, unfiltered: false, attachments: false, authors: new Map(), defaultAuthor: null });
    const cell = (row: (typeof data)[number], column: string) => row[column]?.trim() ?? '';
    const rows = data.map((row) => (column: string) => cell(row, column));
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
      const read = rows.map((of) => {
        const allDay = ['TRUE', 'Yes', '1'].includes(of('All Day Event'));
        const [start, end] = [moment(of('Event Start Date'), of('Event Start Time')), moment(of('Event End Date'), of('Event End Time'))];
        const wall = (time: DateTime) => time.toFormat("yyyy-MM-dd'T'HH:mm:ss");
        return {
          title: of('Event Name'),
          content: of('Event Description'),
          excerpt: of('Event Excerpt'),
          // an all-day event lasts from the first second of its first day to the last second of its last day
          startLocal: wall(allDay ? start.startOf('day') : start),
          endLocal: wall(allDay ? end.endOf('day') : end),
          allDay,
          costs: of('Event Cost') === '' ? [] : [of('Event Cost')],
          website: of('Event Website'),
          venue: of('Event Venue Name'),
          organizer: of('Event Organizer Name'),
          names: of('Event Category').split(', ').filter(Boolean).sort(),
        };
      });
      expect(byTitle(stored)).toEqual(byTitle(read));
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
      const read = rows.map((of) => ({
        title: of('Venue Name'),
        content: of('Venue Description'),
        // both address lines are joined
        address: `${of('Venue Address')} ${of('Venue Address 2')}`.trim(),
        city: of('Venue City'),
        country: of('Venue Country'),
        stateProvince: of('Venue State/Province'),
        zip: of('Venue Zip'),
        phone: of('Venue Phone'),
      }));
      expect(byTitle(stored)).toEqual(byTitle(read));
    } else {
      const stored = (await loadOrganizers(site, await idsOf('organizer'))).map(({ title, content, email, website, phone }) => ({
        title,
        content,
        email,
        website,
        phone,
      }));
      const read = rows.map((of) => ({
        title: of('Organizer Name'),
        content: of('Description'),
        email: of('Organizer Email'),
        website: of('Organizer Website'),
        phone: of('Organizer Phone'),
      }));
      expect(byTitle(stored)).toEqual(byTitle(read));
    }
  });
});

const wxr = realFiles('wxr');
const edge = realFiles('wxr/edge');
/** Files that are refused completely (`real-exports.exhaustive.test.ts`), or that need namespaces, which the other parser does not support. */
const notCompared: Readonly<Record<string, string>> = {
  'malformed.xml': 'refused',
  'missing-version-tag.xml': 'refused',
  'crazy-cdata.xml': 'CDATA sections that hold their own end, which the other reader ends there',
  'namespace-edge-cases.xml': 'other prefixes, and foreign namespaces under familiar ones',
};

type Node = Record<string, unknown>;
const all = (node: Node, name: string) => (node[name] ?? []) as Node[];
function text(node: Node, name: string): string {
  const value = node[name];
  const one = Array.isArray(value) ? value[0] : value;
  const text = typeof one === 'object' && one !== null ? (one as Node)['#text'] : one;
  return typeof text === 'string' || typeof text === 'number' ? String(text) : '';
}
const word = (node: Node, name: string) => text(node, name).trim();

describe('An import agrees with an independent parser for', () => {
  const files = [...wxr.names.map((name) => path.join(wxr.folder, name)), ...edge.names.map((name) => path.join(edge.folder, name))];
  describeUnless(wxr.missing ?? edge.missing, 'every item of', () => {
    it.each(files.filter((file) => !Object.hasOwn(notCompared, path.basename(file))))('%s', async (file) => {
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
      for await (const record of readWxr(file, { channel: emptyChannel() })) if (record.kind === 'item') items.push(record);
      const metaOf = (node: Node, name: string) => all(node, name).map((meta) => [word(meta, 'wp:meta_key'), text(meta, 'wp:meta_value')]);
      const read = all(channel, 'item').map((item) => ({
        id: word(item, 'wp:post_id'),
        type: word(item, 'wp:post_type'),
        title: text(item, 'title'),
        content: text(item, 'content:encoded'),
        excerpt: text(item, 'excerpt:encoded'),
        creator: word(item, 'dc:creator'),
        date: word(item, 'wp:post_date'),
        status: word(item, 'wp:status'),
        terms: all(item, 'category').flatMap((term) =>
          term['@_domain'] === undefined
            ? []
            : [[term['@_domain'] === 'tag' ? 'post_tag' : term['@_domain'], term['@_nicename'] ?? '', String(term['#text']).trim()]],
        ),
        meta: metaOf(item, 'wp:postmeta'),
        comments: all(item, 'wp:comment').map((comment) => [
          word(comment, 'wp:comment_id'),
          text(comment, 'wp:comment_content'),
          metaOf(comment, 'wp:commentmeta'),
        ]),
      }));
      const here = items.map(({ id, type, title, content, excerpt, creator, date, status, terms, meta, comments }) => ({
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
      expect(here).toEqual(read);
    });
  });
});

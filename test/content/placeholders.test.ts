import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expandedShortcodes } from '../../src/core/text/shortcodes.ts';
import { domains } from '../../src/domains.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';

/** A placeholder in a text, and the output that replaces it. */
interface Case {
  name: string;
  source: string;
  /** Part of the rendered output. */
  rendered: string;
  /** String that must not appear in the output. */
  secret?: string;
}

let site: WholeSite;
let cases: Case[];

const rest = async (method: string, path: string, body?: object, as: 'administrator' | undefined = 'administrator') => {
  const reply = await site.rest(method, path, { as, ...(body && { body }) });
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`);
  return reply.body;
};
const getPage = async (path: string): Promise<string> => {
  const { headers, payload } = await site.http.inject({ url: path });
  return headers.location === undefined ? payload : getPage(new URL(headers.location, 'http://site.test').pathname);
};
const pathOf = (link: string) => new URL(link).pathname;

async function createGallery(): Promise<number> {
  const { id } = await rest('POST', '/core/v2/posts', { title: 'Has pictures', status: 'publish', content: 'x' });
  const images = [{ id: 1, url: 'https://site.test/uploads/lake.jpg', alt: 'The lake' }];
  return (await rest('POST', '/gallery-convert/v1/convert-gallery', { post_id: id, columns: 2, images })).gallery_id;
}

beforeAll(async () => {
  site = await openWholeSite();
  const { id: mapId } = await site.site.db.prisma.map.findFirstOrThrow();
  cases = [
    { name: 'cookie-policy', source: '[cookie-policy]', rendered: 'id="cookie-policy-controller"' },
    { name: 'map', source: `[map id="${mapId}"]`, rendered: 'class="map-link"' },
    { name: 'converted-gallery', source: `[converted-gallery id='${await createGallery()}']`, rendered: 'uploads/lake.jpg' },
    {
      name: 'consent-area',
      source: '[consent-area id="a1" category="marketing"]<p>Hidden film</p>[/consent-area]',
      rendered: 'data-category="marketing"',
      secret: 'Hidden film',
    },
    { name: 'tribe_attendees_list', source: '[tribe_attendees_list]', rendered: '<bdi>Ann Attendee</bdi>' },
    { name: 'tribe_attendees_list', source: '<!-- wp:tribe/attendees {"title":"Who"} /-->', rendered: '<bdi>Ann Attendee</bdi>' },
    {
      name: 'consent-area',
      source:
        '<!-- wp:compliance/consent-area {"blockId":"b1","category":"statistics","consentedContent":"\\u003cp\\u003eHidden film\\u003c/p\\u003e"} --><div>Please accept</div><!-- /wp:compliance/consent-area -->',
      rendered: 'data-block_id="b1" data-category="statistics"',
      secret: 'Hidden film',
    },
  ];
});
afterAll(() => site.close());

/** Adds a publicly listed attendee. */
async function addAttendee(postId: number): Promise<void> {
  const ticketApi = createTicketClient(site);
  await ticketApi.attendee(await ticketApi.ticket(postId), { full_name: 'Ann Attendee' });
}

const hasPlaceholder = (text: string) => /\[\/?(?:consent-area|converted-gallery|cookie-policy|map|tribe_attendees_list)/.test(text);

describe('Placeholders in texts', () => {
  it('are exactly the placeholders that the domains render', () => {
    const declared = domains.flatMap(({ shortcodes }) => Object.keys(shortcodes ?? {}));
    expect(declared.toSorted()).toEqual([...expandedShortcodes].toSorted());
    expect([...new Set(cases.map(({ name }) => name))].toSorted()).toEqual([...expandedShortcodes].toSorted());
  });

  it('are rendered in posts and pages, and removed from excerpts, feeds, descriptions, search and embeds', async () => {
    for (const [index, { source, rendered, secret }] of cases.entries()) {
      const content = source.startsWith('<!--')
        ? `<!-- wp:paragraph --><p>Lead${index} in.</p><!-- /wp:paragraph -->${source}`
        : `Lead${index} in.\n\n${source}\n\nAnd out.`;
      const created = await rest('POST', '/core/v2/posts', { title: `Placed${index}`, status: 'publish', content });
      if (rendered.includes('Ann')) await addAttendee(created.id);
      const item = await rest('GET', `/core/v2/posts/${created.id}`, undefined, undefined);
      const [single, front, searchResults, feed, embed] = await Promise.all([
        getPage(pathOf(created.link)),
        getPage('/'),
        getPage(`/search/?q=Placed${index}`),
        getPage('/feed/'),
        getPage(`${pathOf(created.link)}embed/`),
      ]);
      expect({ source, isRendered: item.content.rendered.includes(rendered), isOnPage: single.includes(rendered) }).toEqual({
        source,
        isRendered: true,
        isOnPage: true,
      });
      for (const text of [item.content.rendered, item.excerpt.rendered, single, front, searchResults, feed, embed]) {
        expect(hasPlaceholder(text), `${source}: ${text}`).toBe(false);
        if (secret) expect(text).not.toContain(secret);
      }
      for (const text of [item.excerpt.rendered, searchResults, feed, embed]) expect(text, source).toContain(`Lead${index} in.`);
      expect(single).toMatch(new RegExp(`<meta property="og:description" content="Lead${index} in\\.`));
    }
  });

  it('are rendered in events, and removed from their excerpts and calendars', async () => {
    for (const [index, { source, rendered, secret }] of cases.entries()) {
      const created = await rest('POST', '/evt/v1/events', {
        title: `Night${index}`,
        status: 'publish',
        start_date: '2030-05-01 19:00:00',
        end_date: '2030-05-01 23:00:00',
      });
      const content = `Lead${index} in.\n\n${source}`;
      await site.site.db.prisma.content.update({ where: { id: created.id }, data: { content, excerpt: source } });
      if (rendered.includes('Ann')) await addAttendee(created.id);
      const item = await rest('GET', `/vendor/events/v1/events/${created.id}`, undefined, undefined);
      const [single, file] = await Promise.all([getPage(pathOf(item.url)), getPage(`${pathOf(item.url)}?ical=1`)]);
      expect({ source, isRendered: item.description.includes(rendered), isOnPage: single.includes(rendered) }).toEqual({
        source,
        isRendered: true,
        isOnPage: true,
      });
      expect(file).toContain('BEGIN:VCALENDAR');
      for (const text of [item.description, item.excerpt, single, file]) {
        expect(hasPlaceholder(text), `${source}: ${text}`).toBe(false);
        if (secret) expect(text).not.toContain(secret);
      }
    }
  });

  it('for a cookie policy show the current policy', async () => {
    const { id } = await rest('POST', '/consent-banner/v1/create-cookie-policy', {});
    const item = await rest('GET', `/core/v2/pages/${id}`, undefined, undefined);
    const policyPage = await getPage(pathOf(item.link));
    expect(policyPage).toContain('Who is responsible');
    expect(policyPage).toContain('href="/privacy-settings"');
    expect(policyPage).not.toContain('[cookie-policy]');
    expect(policyPage).toContain('<div class="table-frame" tabindex="0" role="region"');
    expect(item.content.rendered).toContain('#consent-change');
    await rest('PATCH', '/consent-banner/v1/settings', { 'xcb-operator-contact-phone': '+44 20 7946 0000' });
    expect(await getPage(pathOf(item.link))).toContain('+44 20 7946 0000');
  });
});

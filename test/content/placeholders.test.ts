import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeholders } from '../../src/core/text/shortcodes.ts';
import { domains } from '../../src/domains.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { ticketing } from '../tickets/support.ts';

/** A placeholder and its rendered output. */
interface Case {
  name: string;
  written: string;
  shown: string;
  /** Text that no reader may receive. */
  secret?: string;
}

let whole: WholeSite;
let cases: Case[];

const rest = async (method: string, path: string, body?: object, as: 'administrator' | undefined = 'administrator') => {
  const reply = await whole.rest(method, path, { as, ...(body && { body }) });
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`);
  return reply.body;
};
const page = async (path: string): Promise<string> => {
  const { headers, payload } = await whole.http.inject({ url: path });
  return headers.location === undefined ? payload : page(new URL(headers.location, 'http://site.test').pathname);
};
const path = (link: string) => new URL(link).pathname;

async function gallery(): Promise<number> {
  const { id } = await rest('POST', '/core/v2/posts', { title: 'Holds pictures', status: 'publish', content: 'x' });
  const images = [{ id: 1, url: 'https://site.test/uploads/lake.jpg', alt: 'The lake' }];
  return (await rest('POST', '/gallery-convert/v1/convert-gallery', { post_id: id, columns: 2, images })).gallery_id;
}

beforeAll(async () => {
  whole = await openWholeSite();
  const { id: mapId } = await whole.site.db.prisma.map.findFirstOrThrow();
  cases = [
    { name: 'cookie-policy', written: '[cookie-policy]', shown: 'id="cookie-policy-controller"' },
    { name: 'map', written: `[map id="${mapId}"]`, shown: 'class="map-link"' },
    { name: 'converted-gallery', written: `[converted-gallery id='${await gallery()}']`, shown: 'uploads/lake.jpg' },
    {
      name: 'consent-area',
      written: '[consent-area id="a1" category="marketing"]<p>Hidden film</p>[/consent-area]',
      shown: 'data-category="marketing"',
      secret: 'Hidden film',
    },
    { name: 'tribe_attendees_list', written: '[tribe_attendees_list]', shown: '<bdi>Ann Attendee</bdi>' },
    { name: 'tribe_attendees_list', written: '<!-- wp:tribe/attendees {"title":"Who"} /-->', shown: '<bdi>Ann Attendee</bdi>' },
    {
      name: 'consent-area',
      written:
        '<!-- wp:compliance/consent-area {"blockId":"b1","category":"statistics","consentedContent":"\\u003cp\\u003eHidden film\\u003c/p\\u003e"} --><div>Please accept</div><!-- /wp:compliance/consent-area -->',
      shown: 'data-block_id="b1" data-category="statistics"',
      secret: 'Hidden film',
    },
  ];
});
afterAll(() => whole.close());

/** Adds a publicly listed attendee. */
async function addAttendee(postId: number): Promise<void> {
  const t = ticketing(whole);
  await t.attendee(await t.ticket(postId), { full_name: 'Ann Attendee' });
}

const hasPlaceholder = (text: string) => /\[\/?(?:consent-area|converted-gallery|cookie-policy|map|tribe_attendees_list)/.test(text);

describe('Placeholders in texts', () => {
  it('are exactly those that the domains render', () => {
    const declared = domains.flatMap(({ shortcodes }) => Object.keys(shortcodes ?? {}));
    expect(declared.toSorted()).toEqual([...placeholders].toSorted());
    expect([...new Set(cases.map(({ name }) => name))].toSorted()).toEqual([...placeholders].toSorted());
  });

  it('are rendered in posts and pages, and removed from excerpts, feeds, descriptions, search and embeds', async () => {
    for (const [at, { written, shown, secret }] of cases.entries()) {
      const content = written.startsWith('<!--')
        ? `<!-- wp:paragraph --><p>Lead${at} in.</p><!-- /wp:paragraph -->${written}`
        : `Lead${at} in.\n\n${written}\n\nAnd out.`;
      const made = await rest('POST', '/core/v2/posts', { title: `Placed${at}`, status: 'publish', content });
      if (shown.includes('Ann')) await addAttendee(made.id);
      const item = await rest('GET', `/core/v2/posts/${made.id}`, undefined, undefined);
      const [single, front, found, feed, framed] = await Promise.all([
        page(path(made.link)),
        page('/'),
        page(`/search/?q=Placed${at}`),
        page('/feed/'),
        page(`${path(made.link)}embed/`),
      ]);
      expect({ written, rendered: item.content.rendered.includes(shown), single: single.includes(shown) }).toEqual({
        written,
        rendered: true,
        single: true,
      });
      for (const text of [item.content.rendered, item.excerpt.rendered, single, front, found, feed, framed]) {
        expect(hasPlaceholder(text), `${written}: ${text}`).toBe(false);
        if (secret) expect(text).not.toContain(secret);
      }
      for (const text of [item.excerpt.rendered, found, feed, framed]) expect(text, written).toContain(`Lead${at} in.`);
      expect(single).toMatch(new RegExp(`<meta property="og:description" content="Lead${at} in\\.`));
    }
  });

  it('are rendered in events, and removed from their excerpts and calendars', async () => {
    for (const [at, { written, shown, secret }] of cases.entries()) {
      const made = await rest('POST', '/evt/v1/events', {
        title: `Night${at}`,
        status: 'publish',
        start_date: '2030-05-01 19:00:00',
        end_date: '2030-05-01 23:00:00',
      });
      const content = `Lead${at} in.\n\n${written}`;
      await whole.site.db.prisma.content.update({ where: { id: made.id }, data: { content, excerpt: written } });
      if (shown.includes('Ann')) await addAttendee(made.id);
      const item = await rest('GET', `/vendor/events/v1/events/${made.id}`, undefined, undefined);
      const [single, file] = await Promise.all([page(path(item.url)), page(`${path(item.url)}?ical=1`)]);
      expect({ written, rendered: item.description.includes(shown), single: single.includes(shown) }).toEqual({
        written,
        rendered: true,
        single: true,
      });
      expect(file).toContain('BEGIN:VCALENDAR');
      for (const text of [item.description, item.excerpt, single, file]) {
        expect(hasPlaceholder(text), `${written}: ${text}`).toBe(false);
        if (secret) expect(text).not.toContain(secret);
      }
    }
  });

  it('for a cookie policy show the current policy', async () => {
    const { id } = await rest('POST', '/consent-banner/v1/create-cookie-policy', {});
    const item = await rest('GET', `/core/v2/pages/${id}`, undefined, undefined);
    const shown = await page(path(item.link));
    expect(shown).toContain('Who is responsible');
    expect(shown).toContain('href="/privacy-settings"');
    expect(shown).not.toContain('[cookie-policy]');
    expect(shown).toContain('<div class="table-frame" tabindex="0" role="region"');
    expect(item.content.rendered).toContain('#consent-change');
    await rest('PATCH', '/consent-banner/v1/settings', { 'xcb-operator-contact-phone': '+44 20 7946 0000' });
    expect(await page(path(item.link))).toContain('+44 20 7946 0000');
  });
});

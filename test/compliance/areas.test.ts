import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balanceTags, findConsentAreas, removeConsentedContent } from '../../src/core/text/consent-areas.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

const area = (id: string, category: string, inner: string) => `[consent-area id="${id}" category="${category}"]${inner}[/consent-area]`;

describe('Consent areas in a text', () => {
  it.each([
    ['a shortcode', `a ${area('x', 'marketing', 'SECRET')} b`],
    ['a shortcode across paragraphs', `<p>a [consent-area id=x]SECRET</p><p>SECRET[/consent-area] b</p>`],
    ['nested areas', `a ${area('x', 'marketing', `SECRET ${area('y', 'statistics', 'SECRET')} SECRET`)} b`],
    ['capitals', 'a [Consent-Area ID="x"]SECRET[/CONSENT-AREA] b'],
    [
      'a block',
      '<!-- wp:compliance/consent-area {"blockId":"x","consentedContent":"SECRET"} --><p>a</p><!-- /wp:compliance/consent-area --> b',
    ],
    [
      'a block whose attributes contain the end of a comment',
      '<!-- wp:compliance/consent-area {"blockId":"x","consentedContent":"<!-- c --> SECRET"} /--> b',
    ],
    ['a shortcode in the attributes of a block', '<!-- wp:compliance/consent-area {"consentedContent":"[consent-area]SECRET"} /--> b'],
  ])('are removed: %s', (_case, text) => {
    expect(removeConsentedContent(text)).not.toContain('SECRET');
    expect(removeConsentedContent(text)).toContain('b');
    expect(findConsentAreas(text)[0]).toMatchObject({ category: 'marketing' });
  });

  it('leave the surrounding elements balanced', () => {
    const text =
      '<div><p>a [consent-area id=x]b</p><p>c[/consent-area] d</p></div>[consent-area id=y]</section><ul><li>[/consent-area]</li></ul>';
    expect(removeConsentedContent(text).replace(/\s+/g, ' ')).toBe(
      '<div><p>a [consent-area id="x" category="marketing"] d</p></div></section> [consent-area id="y" category="marketing"] <ul><li></li></ul>'
        .replace('a [', 'a </p> [')
        .replace('"] d', '"] <p> d'),
    );
    expect(balanceTags('</div><p>a<b>c</p>d')).toBe('<p>a<b>c</b></p>d');
  });

  it('use the category of the first area with their ID', () => {
    expect(removeConsentedContent(area('x', 'marketing', '1') + area('x', 'functional', '2'))).not.toContain('functional');
  });

  it('are parsed in linear time', () => {
    const startedAt = performance.now();
    for (const part of [
      '[consent-area ',
      '[consent-area]',
      '[/consent-area]',
      '<!-- wp:compliance/consent-area {',
      '<!-- wp:compliance/consent-area -->',
    ])
      removeConsentedContent(part.repeat(30_000));
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});

describe('Consent areas on pages', () => {
  let site: WholeSite;
  let postId: number;
  let address: string;
  let visitorCount = 0;
  /** Returns the header with the IP address of a new visitor. */
  const newAddress = () => ({ 'x-forwarded-for': `2001:db8:7::${((visitorCount += 1)).toString(16)}` });
  const getPage = (cookie = '') => site.http.inject({ url: address, headers: cookie === '' ? {} : { cookie } });
  const submitForm = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    site.http.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...newAddress(), ...headers },
      payload: new URLSearchParams(fields).toString(),
    });
  const cookiesOf = (header: unknown) =>
    [header]
      .flat()
      .map((value) => String(value).split(';', 1)[0])
      .join('; ');

  beforeAll(async () => {
    site = await openWholeSite();
    const content = `Before.\n\n${area('film', 'marketing', 'A film.\n\nSecond part.')}\n\n${area('count', 'statistics', '<p>A counter.</p>')}\n\n${area('need', 'functional', 'A need.')}`;
    const { body } = await site.rest('POST', '/core/v2/posts', {
      as: 'administrator',
      body: { title: 'Areas', status: 'publish', content },
    });
    postId = body.id;
    address = new URL(body.link).pathname;
  });
  afterAll(() => site.close());

  it('hide their content until the category is accepted, without scripts', async () => {
    const pageBefore = (await getPage()).payload;
    expect(pageBefore).toContain(`data-post_id="${postId}" data-block_id="film" data-category="marketing"`);
    expect(pageBefore).not.toMatch(/A film|A counter/);
    expect(pageBefore).toContain('A need.');
    const accepted = await submitForm(
      '/legal/consent-area',
      { category: 'marketing', area: `${postId}-film` },
      { referer: `http://localhost${address}`, host: 'localhost' },
    );
    expect([accepted.statusCode, accepted.headers.location]).toEqual([303, `${address}#consent-area-${postId}-film`]);
    const cookies = cookiesOf(accepted.headers['set-cookie']);
    expect(cookies).toContain('cmp_marketing=allow');
    const pageAfter = (await getPage(cookies)).payload;
    expect(pageAfter).toContain('<p>A film.</p>\n<p>Second part.</p>');
    expect(pageAfter).not.toContain('A counter');
    const records = await site.site.db.prisma.consentRecord.findMany({ orderBy: { id: 'desc' }, take: 1 });
    expect(records[0]?.categories).toEqual(['functional', 'marketing']);
  });

  it('hide it again after the consent is withdrawn', async () => {
    const { payload } = await site.http.inject({ url: '/legal/cookie-statement' });
    const nonce = /name="nonce" value="([^"]+)"/.exec(payload)?.[1] ?? '';
    const withdrawn = await submitForm('/legal/consent', { nonce, document: 'cookie-statement', statistics: '1' });
    expect(cookiesOf(withdrawn.headers['set-cookie'])).toContain('cmp_marketing=deny');
    const pageAfter = (await getPage(cookiesOf(withdrawn.headers['set-cookie']))).payload;
    expect(pageAfter).toContain('A counter.');
    expect(pageAfter).not.toContain('A film');
  });

  it('follow the decision in the banner', async () => {
    const { data } = await site.graphql('{ serviceGroups { databaseId slug } }', {}, 'administrator');
    const { databaseId: groupId } = data.serviceGroups.find(({ slug }: { slug: string }) => slug === 'marketing');
    await site.graphql(
      'mutation($draft: ConsentServiceDraft!) { createConsentService(draft: $draft) { consentService { databaseId } } }',
      { draft: { title: 'Films', purpose: 'Shows films.', groupId, details: {} } },
      'administrator',
    );
    const decide = (buttonClicked: string) =>
      site.rest('POST', '/consent-banner/v1/consent', {
        body: { buttonClicked, viewportWidth: 1, viewportHeight: 1, referer: 'https://site.test/', setCookies: true },
        headers: newAddress(),
      });
    const acceptedCookies = cookiesOf((await decide('main_all')).headers['set-cookie']);
    expect((await getPage(acceptedCookies)).payload).toContain('A film.');
    const refusedCookies = cookiesOf((await decide('main_essential')).headers['set-cookie']);
    expect((await getPage(refusedCookies)).payload).not.toContain('A film.');
  });

  it('are served by the API, whose post content contains only placeholders', async () => {
    const { body } = await site.rest('GET', `/core/v2/posts/${postId}`, { headers: { cookie: 'cmp_marketing=allow' } });
    expect(body.content.rendered).toContain(
      `<div class="consent-area" data-post_id="${postId}" data-block_id="film" data-category="marketing">`,
    );
    expect(body.content.rendered).not.toMatch(/A film|A counter|<form/);
    expect((await site.rest('GET', `/compliance/v1/consent-area/${postId}/film`)).body).toBe('A film.\n\nSecond part.');
  });

  it('refuse forms of other sites and invalid categories', async () => {
    const foreign = await submitForm('/legal/consent-area', { category: 'marketing' }, { origin: 'https://elsewhere.example' });
    expect([foreign.statusCode, foreign.headers['set-cookie']]).toEqual([403, undefined]);
    expect((await submitForm('/legal/consent-area', { category: 'a;b' })).statusCode).toBe(400);
  });
});

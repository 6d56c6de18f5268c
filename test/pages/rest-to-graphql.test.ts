import { parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPublicSchema } from '../../graphql/schema.ts';
import { getSharedSchema } from '../support/app.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const openPage = async (query: Record<string, string>) => await site.http.inject(`/docs/rest-to-graphql?${new URLSearchParams(query)}`);

const toText = (markup: string) =>
  markup
    .replace(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#039;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');

describe('/docs/rest-to-graphql', () => {
  it('lists every operation with a link to its page, and searches them', async () => {
    const { statusCode, body } = await openPage({});
    expect(statusCode).toBe(200);
    const links = [...body.matchAll(/href="(\/docs\/rest-to-graphql\?[^"]+)"/g)].map(([, link]) => toText(link ?? ''));
    const plans = site.engine.plans;
    expect(links.length).toBe(plans.length);
    const results = await openPage({ q: 'post core/v2/posts' });
    expect(toText(results.body)).toContain('/core/v2/posts/{id}/autosaves');
    expect(toText(results.body)).not.toContain('/evt/v1');
    expect(toText((await openPage({ q: 'nothing of the kind' })).body)).toContain('0 operations');
  });

  it('has no dead links', async () => {
    const { body } = await openPage({});
    for (const [, link] of body.matchAll(/href="(\/docs\/rest-to-graphql\?[^"]+)"/g)) {
      const response = await site.http.inject(toText(link ?? ''));
      expect([link, response.statusCode]).toEqual([link, 200]);
      expect(toText(response.body)).toMatch(/To send to \/graphql/);
    }
  });

  it('shows the document with its variables, and opens both in GraphiQL', async () => {
    const { body } = await openPage({ method: 'GET', path: '/core/v2/posts' });
    const text = toText(body);
    expect(text).toContain('query PostPage($search: String)');
    expect(text).toContain('"search": "season"');
    expect(text).toMatch(/categories_exclude\s*filter\.excludeCategories/);
    const link = new URL(toText(/href="([^"]*\/graphql\?[^"]+)"/.exec(body)?.[1] ?? ''), 'http://site.test');
    expect(validate(createPublicSchema(getSharedSchema()), parse(link.searchParams.get('query') ?? ''))).toEqual([]);
    expect(JSON.parse(link.searchParams.get('variables') ?? '')).toEqual({ search: 'season' });
    const graphiql = await site.http.inject({ url: link.pathname + link.search, headers: { accept: 'text/html' } });
    expect(graphiql.statusCode).toBe(200);
    expect(graphiql.body).toContain(JSON.stringify(JSON.stringify({ search: 'season' }, null, 2)));
  });

  it('accepts request URLs as well, with or without the REST root', async () => {
    for (const path of ['/core/v2/posts/12', '/rest/core/v2/posts/12?context=edit', 'http://site.test/rest/core/v2/posts/12/'])
      expect([path, toText((await openPage({ method: 'get', path })).body).includes('query Post($databaseId: Int!)')]).toEqual([
        path,
        true,
      ]);
  });

  it('says why an operation has no replacement, and shows all variants of one that has several', async () => {
    expect(toText((await openPage({ method: 'POST', path: '/batch/v1' })).body)).toMatch(
      /There is no replacement\.\s*A GraphQL document can contain several fields/,
    );
    const { body } = await openPage({ method: 'DELETE', path: '/core/v2/posts/{id}' });
    expect(toText(body)).toMatch(/mutation TrashPost[\s\S]*With force = true[\s\S]*mutation DeletePost/);
  });

  it('returns 404 with an explanation for unknown operations', async () => {
    const { statusCode, body } = await openPage({ method: 'GET', path: '/nothing/<b>' });
    expect(statusCode).toBe(404);
    expect(toText(body)).toContain('The REST interface has no operation GET /nothing/<b>.');
    expect((await openPage({ method: 'PUT', path: '/core/v2/posts' })).statusCode).toBe(404);
  });
});

describe('GraphiQL', () => {
  it('reads variables from the URL as JSON, and escapes everything that could end its script', async () => {
    const open = async (variables: string) =>
      (await site.http.inject({ url: `/graphql?${new URLSearchParams({ variables })}`, headers: { accept: 'text/html' } })).body;
    const hostile = await open('{"a":"</script><script>alert(1)</script>"}');
    expect(hostile).not.toContain('<script>alert(1)');
    expect(hostile).toContain(String.raw`\\u003c/script>`);
    expect(await open('</script><script>alert(1)</script>')).not.toContain('alert(1)');
  });
});

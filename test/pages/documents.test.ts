import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const get = async (path: string) => await site.http.inject(path);
const linksOf = (body: string) => [...body.matchAll(/<a href="([^"]+)"/g)].map(([, link]) => link as string);
const anchorsOf = (body: string) => new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));

describe('/docs/pages', () => {
  it('lists the documents, and serves each one without dead links', async () => {
    const index = await get('/docs/pages');
    expect(index.statusCode).toBe(200);
    const documents = linksOf(index.body).filter((link) => link.startsWith('/docs/pages/'));
    expect(documents).toContain('/docs/pages/README.md');
    expect(documents.some((link) => link.startsWith('/docs/pages/docs/guide/'))).toBe(true);
    const anchorsByPath = new Map<string, Set<string | undefined>>();
    const dead: string[] = [];
    const loadAnchors = async (path: string) => {
      let anchors = anchorsByPath.get(path);
      if (!anchors) {
        const { statusCode, body } = await get(path);
        if (statusCode !== 200) dead.push(`${path}: ${statusCode}`);
        anchorsByPath.set(path, (anchors = anchorsOf(body)));
      }
      return anchors;
    };
    // generated references have the same structure, so one page of each is enough
    const checked = documents.filter((link) => !/docs\/(rest|graphql)\//.test(link) || /README|core-v2|\/events\.md/.test(link));
    for (const document of checked) {
      const { body } = await get(document);
      for (const link of linksOf(body.slice(body.indexOf('class="documentation"'), body.indexOf('</main>')))) {
        if (/^[a-z]+:/.test(link)) continue;
        const { pathname, hash } = new URL(link, `http://site.test${document}`);
        const anchors = await loadAnchors(pathname);
        if (hash !== '' && !anchors.has(decodeURIComponent(hash.slice(1)))) dead.push(`${document}: ${link}`);
      }
    }
    expect(dead).toEqual([]);
  });

  it('searches sections', async () => {
    const { body } = await get('/docs/pages?q=idempotency-key');
    expect(linksOf(body)).toContain('/docs/pages/docs/guide/limits.md#retries');
    expect((await get('/docs/pages?q=nothingofthekind')).body).toContain('0 sections');
  });

  it('serves nothing outside the documents', async () => {
    for (const path of ['/docs/pages/package.json', '/docs/pages/..%2Fpackage.json', '/docs/pages/docs/../src/main.ts'])
      expect((await get(path)).statusCode).toBe(404);
  });
});

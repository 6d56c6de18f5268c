import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
let post: number;
beforeAll(async () => {
  site = await openWholeSite();
  post = (await site.rest('POST', '/core/v2/posts', { as: 'editor', body: { title: 'x', status: 'publish' } })).body.id;
});
afterAll(() => site.close());

const documents = [
  'query ($t: String!) { search(text: $t, subtypes: [$t]) { total } terms: search(text: $t, type: TERM) { total } }',
  'query ($t: String!) { pagePage(filter: { search: $t, slugs: [$t], statuses: [$t] }) { total } }',
  'query ($t: String!) { mediaPage(filter: { search: $t, mimeTypes: [$t], slugs: [$t] }) { total } }',
  'query ($t: String!) { commentPage(filter: { search: $t, authorEmail: $t, statuses: [$t], types: [$t] }) { total } }',
  'query ($t: String!) { contentType(slug: $t) { slug } }',
  'query ($t: String!) { taxonomy(slug: $t) { slug } }',
  'query ($t: String!) { contentStatus(slug: $t) { slug } }',
  'mutation ($t: String!, $p: Int!) { createComment(draft: { contentId: $p, content: $t, authorName: $t, authorEmail: "a@example.org", authorUrl: $t, authorIp: $t, authorAgent: $t }) { comment { databaseId } } }',
  'mutation ($t: String!, $p: Int!) { createComment(draft: { contentId: $p, content: "c", status: $t }) { comment { databaseId } } }',
  'mutation ($t: String!) { createPage(draft: { title: $t, body: $t, slug: $t, password: $t }) { page { databaseId } } }',
  'mutation ($t: String!) { updateSiteSettings(changes: { title: $t, dateFormat: $t }) { siteSettings { title } } }',
  'mutation ($t: String!) { updateSiteSettings(changes: { timezone: $t, url: $t }) { siteSettings { title } } }',
  'mutation ($t: String!) { updateViewer(changes: { displayName: $t, description: $t, nickname: $t, slug: $t }) { user { displayName } } }',
];

it.each(
  ['a\0b', '\ud800', 'constructor', '__proto__', '%', "'", '(', 'x'.repeat(50_000)].map((text) => [
    text.length > 20 ? 'a very long text' : JSON.stringify(text),
    text,
  ]),
)('GraphQL never fails internally for %s', async (_name, text) => {
  for (const source of documents) {
    const { errors } = await site.graphql(source, { t: text, p: post }, 'administrator');
    for (const { extensions } of errors) expect(Number(extensions['status'] ?? 400), source).toBeLessThan(500);
  }
  for (const path of [
    'comments?status=',
    'comments?type=',
    'search?search=',
    'search?subtype=',
    'types/',
    'statuses/',
    'taxonomies?type=',
    'pages?search=',
    'media?mime_type=',
    'users?search=',
  ]) {
    const { status } = await site.rest('GET', `/core/v2/${path}${encodeURIComponent(text.toWellFormed()).slice(0, 4000)}`, {
      as: 'administrator',
    });
    expect(status, path).toBeLessThan(500);
  }
  expect(site.logged).toEqual([]);
});

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
let address: string;
const namespace = '/consent-banner/v1';

const ALWAYS = 'window.always = 1;';
const ACCEPTED = `window.accepted = "{{key}} is stored";`;
const FILM = 'https://www.youtube.com/embed/abc';

async function createService(title: string, groupId: number, details: object): Promise<number> {
  const { data, errors } = await site.graphql(
    `mutation($title: String!, $groupId: Int, $details: JSON) {
      createConsentService(draft: { title: $title, groupId: $groupId, details: $details }) { consentService { databaseId } } }`,
    { title, groupId, details },
    'administrator',
  );
  expect(errors).toEqual([]);
  return data.createConsentService.consentService.databaseId as number;
}

beforeAll(async () => {
  site = await openWholeSite();
  const post = { title: 'A page', status: 'publish', content: `<p>Look.</p><iframe src="${FILM}" title="A film"></iframe>` };
  const { body } = await site.rest('POST', '/core/v2/posts', { as: 'administrator', body: post });
  address = new URL(body.link).pathname;
  await site.rest('PATCH', `${namespace}/settings`, { as: 'administrator', body: { 'xcb-banner-active': true } });
  const { data } = await site.graphql('{ serviceGroups { databaseId slug } }', {}, 'administrator');
  const group = data.serviceGroups.find(({ slug }: { slug: string }) => slug === 'statistics').databaseId;
  const serviceId = await createService('Counting', group, {
    codeOnPageLoad: `<script>${ALWAYS}</script>`,
    codeOptIn: `<script>${ACCEPTED}</script><script src="https://counting.example/count.js" async></script>`,
    codeOptOut: '<script>window.refused = 1;</script>',
    codeDynamics: { key: 'Everything' },
    executePriority: 5,
  });
  await createService('First', group, { codeOptIn: '<script>window.first = 1;</script>', executePriority: 1 });
  await site.graphql(
    'mutation($ids: [Int!]!) { createContentBlocker(draft: { title: "Films", serviceIds: $ids, details: { rules: ["*youtube.com*"], isVisual: true } }) { contentBlocker { databaseId } } }',
    { ids: [serviceId] },
    'administrator',
  );
  await site.rest('PUT', `${namespace}/revision/current`, { as: 'administrator', body: { needs_retrigger: true } });
});
afterAll(() => site.close());

const getPage = async (cookie = '') => {
  const { body, headers } = await site.http.inject({ method: 'GET', url: address, headers: { cookie } });
  return { body, policy: String(headers['content-security-policy']) };
};
/** Sends a decision and returns the cookie for it. */
const decide = async (decision: string): Promise<string> => {
  const { headers } = await site.rest('POST', `${namespace}/consent`, { body: { decision, buttonClicked: 'main_all' } });
  return String([headers['set-cookie']].flat()[0]).split(';', 1)[0] as string;
};
const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

it('Visitors without a decision run only service code that needs no consent', async () => {
  const { body, policy } = await getPage();
  expect(body).toContain(`<script>${ALWAYS}</script>`);
  expect(body).not.toMatch(/counting\.example|window\.(accepted|refused|first)/);
  expect(policy).toContain(hash(ALWAYS));
  expect(body).toMatch(/<script src="\/consent\.js"[^>]* data-reload>/);
});

it('Visitors who accepted a service run its code, lower priorities first, and the policy allows its requests', async () => {
  const { body, policy } = await getPage(await decide('all'));
  expect(body).toContain('window.accepted = "Everything is stored";');
  expect(body).toContain('<script src="https://counting.example/count.js" async></script>');
  expect(body.indexOf('window.first')).toBeLessThan(body.indexOf('window.accepted'));
  expect(body).not.toContain('window.refused');
  expect(policy).toContain(hash('window.accepted = "Everything is stored";'));
  expect(policy).toMatch(/script-src 'self' [^;]* https:; connect-src 'self' https:;/);
});

it('Visitors who refused a service run its opt-out code', async () => {
  const { body } = await getPage(await decide('essentials'));
  expect(body).toContain('window.refused = 1;');
  expect(body).not.toMatch(/counting\.example|window\.(accepted|first)/);
});

it('A page with blocked content reads the configuration once', async () => {
  await getPage();
  site.statements.length = 0;
  expect((await getPage()).body).toContain('is blocked');
  expect(site.statements.filter((text) => text.includes('FROM consent_configuration'))).toHaveLength(1);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frozenAt, setClock } from '../../src/core/clock.ts';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { isOperation } from '../../src/rest/engine/plan.ts';
import { publishedDocument } from '../../src/rest/openapi/published-document.ts';
import { namespaceTables } from '../../rest-map/map.ts';
import { ticketing } from '../tickets/support.ts';
import { openWholeSite, type RestReply, type TestUserName, type WholeSite } from '../support/site.ts';
import { DocumentedAnswers, type DocumentedOperation, type DocumentedParameter } from './documented-answers.ts';
import { queryOf } from './inputs.ts';
import { filledPath, theBatchHash, thePost, theTicket } from './places.ts';
import { mapEngine } from './printed.ts';

// What the documents show as a request is sent as it stands there; what comes back must be what they say.

const ROOT = 'http://site.test/rest';
const { router, plans } = mapEngine();

/** The documents of a namespace: the printed one, and the one it publishes about itself. */
function documentsOf(namespace: string): (readonly [name: string, document: object])[] {
  const printed = openApiDocument(router, { namespace, restUrl: ROOT, title: 'x', version: '1' });
  const published = plans.flatMap(({ namespace: of, runs }) =>
    of !== namespace || isOperation(runs) || !runs.document
      ? []
      : [[`that ${namespace} publishes`, publishedDocument(plans, namespace, ROOT, runs.document)] as const],
  );
  return [[`of ${namespace || 'the site'}`, printed], ...published];
}

// a second site for bodies as forms: much of what a body makes can be there only once
let site: WholeSite;
let formSite: WholeSite;
let requests = 0;

/** Somebody who may everything; what a caller does to themselves is done by another one. */
const callerOf = (path: string): TestUserName => (path.endsWith('/me') ? 'administrator2' : 'administrator');

type Values = Record<string, unknown>;

interface Example {
  title: string;
  query?: Values;
  body?: Values;
  form?: Values;
}

/** What every site has of its own stands in the place of what a document can show. */
const standIns: Readonly<Record<string, (site: WholeSite, as: TestUserName, path: string) => Promise<unknown>>> = {
  url: async (on) => `http://site.test/?p=${await thePost(on)}`,
  post_id: thePost,
  ticket_id: theTicket,
  reassign: async (on) => (await on.user('editor')).id,
  tvn1: (on, as) => ticketing(on).nonce('view_rest', as),
  edit_ticket_nonce: (on, as) => ticketing(on).nonce('edit_ticket_nonce', as),
  action_nonce: (on, as, path) => ticketing(on).nonce(path.includes('tickets') ? 'tickets_wizard' : 'evt_wizard', as),
  batch_hash: theBatchHash,
  src: async (on, as, path) => (await on.rest('GET', path.replace(/\/edit$/, ''), { as })).body.source_url,
  remove_ticket_nonce: (on, as) => ticketing(on).nonce('remove_ticket_nonce', as),
};

async function withOwn(on: WholeSite, values: Values, as: TestUserName, path: string): Promise<Values> {
  const own = await Promise.all(
    Object.entries(values).map(async ([name, value]) => [name, standIns[name] ? await standIns[name](on, as, path) : value] as const),
  );
  return Object.fromEntries(own);
}

const parametersIn = ({ parameters }: DocumentedOperation, place: 'query' | 'path') =>
  parameters.filter((one): one is DocumentedParameter => 'name' in one && one.in === place);

/** The requests that an operation shows: what it needs, each parameter beside that, its body in each form. */
function examplesOf(operation: DocumentedOperation): Example[] {
  const parameters = parametersIn(operation, 'query');
  const shown = parameters.filter(({ example }) => example !== undefined);
  // what lets a caller in is needed too
  const required = parameters.filter(({ required: must, name, example }) => must || (example !== undefined && name in standIns));
  const needed = Object.fromEntries(required.map(({ name, example }) => [name, example]));
  const isWhole = required.every(({ name, example }) => example !== undefined || name in standIns);
  const content = operation.requestBody?.content ?? {};
  const json = content['application/json']?.example;
  const form = content['application/x-www-form-urlencoded']?.example;
  return [
    ...(isWhole && !operation.requestBody ? [{ title: 'as little as possible', query: needed }] : []),
    ...(isWhole ? shown.map(({ name, example }) => ({ title: name, query: { ...needed, [name]: example } })) : []),
    ...(json ? [{ title: 'JSON', body: json }] : []),
    ...(form ? [{ title: 'a form', form }] : []),
  ];
}

/** Credentials of somebody new, for what ends an account. */
async function leaving(on: WholeSite): Promise<Record<string, string>> {
  const username = `leaving-${requests}`;
  const body = { username, email: `${username}@example.org`, password: `password of ${username}`, roles: ['administrator'] };
  const { id } = (await on.rest('POST', '/core/v2/users', { as: 'administrator', body })).body;
  const own = await on.rest('POST', `/core/v2/users/${id}/application-passwords`, { as: 'administrator', body: { name: 'Own' } });
  return { authorization: `Basic ${Buffer.from(`${username}:${own.body.password}`).toString('base64')}` };
}

async function send(method: string, template: string, operation: DocumentedOperation, { query, body, form }: Example): Promise<RestReply> {
  requests += 1;
  const on = form ? formSite : site;
  const as = callerOf(template);
  const places = parametersIn(operation, 'path').filter(({ example }) => example !== undefined);
  const known = Object.fromEntries(places.map(({ name, example }) => [name, String(example)]));
  const path = await filledPath(on, template, `Thing ${requests}`, known);
  return on.rest(method.toUpperCase(), path, {
    as,
    ...(method === 'delete' && template === '/core/v2/users/me' && { headers: await leaving(on) }),
    ...(query && { query: queryOf(await withOwn(on, query, as, path)) }),
    ...(body && { body: await withOwn(on, body, as, path) }),
    ...(form && { form: queryOf(await withOwn(on, form, as, path)) }),
  });
}

/** Namespaces whose things `places.ts` can make: there every example succeeds. Elsewhere a documented refusal will do. */
const filled = new Set(['', 'batch/v1', 'oembed/1.0', 'core/v2', 'vendor/events/v1', 'evt/v1', 'vendor/views/v2', 'vendor/tickets/v1']);

const statusOf = (said: unknown): number => (typeof said === 'number' ? said : ((said as { status?: number } | null)?.status ?? 0));
const codeOf = (code: string, said: unknown): string => {
  const published = (said as { code?: unknown } | null)?.code;
  return typeof published === 'string' ? published : code;
};

/** Codes that clients have always seen with a 500: the map says so. Anything else of the kind is a fault. */
const published500 = new Set(
  namespaceTables.flatMap(({ options, rows }) =>
    [options.failures, ...rows.flatMap(([, , , , , row]) => [row?.failures, row?.bareErrors])].flatMap((table) =>
      Object.entries(table ?? {})
        .filter(([, said]) => statusOf(said) === 500)
        .map(([code, said]) => codeOf(code, said)),
    ),
  ),
);

/** Tests that send every example of the namespaces' documents. */
export function testExamples(namespaces: readonly string[]): void {
  beforeAll(async () => {
    setClock(frozenAt('2026-11-20T08:17:27Z'));
    [site, formSite] = [await openWholeSite(), await openWholeSite()];
  });
  afterAll(async () => {
    setClock();
    await Promise.all([site.close(), formSite.close()]);
  });

  describe.each(namespaces.flatMap((namespace) => documentsOf(namespace).map((one) => [...one, filled.has(namespace)] as const)))(
    'The examples of the document %s',
    (_name, document, isOurs) => {
      const answers = new DocumentedAnswers(document);
      const below = new URL(answers.document.servers[0]?.url ?? ROOT).pathname.slice('/rest'.length).replace(/\/$/, '');
      const operations = Object.entries(answers.document.paths).flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, path, method, operation] as const),
      );

      it.each(operations)('%s is answered as the document says', async (_title, path, method, operation) => {
        for (const example of examplesOf(operation)) {
          const { status, body, text } = await send(method, `${below}${path}`, operation, example);
          const where = `${method} ${path} with ${example.title}: ${JSON.stringify(example)} → ${text.slice(0, 300)}`;
          if (isOurs) expect(status, where).toBeLessThan(300);
          // the documents leave these to `default`
          if (published500.has(body?.code)) continue;
          expect(status, where).toBeLessThan(500);
          expect(answers.faults(path, method, status, body), where).toEqual([]);
        }
      });
    },
  );
}

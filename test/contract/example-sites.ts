import sharp from 'sharp';
import { createTicketClient } from '../tickets/support.ts';
import { openWholeSite, type RestResponse, type TestUserName, type WholeSite } from '../support/site.ts';
import type { DocumentedOperation, DocumentedParameter } from './documented-responses.ts';
import { encodeQuery } from './inputs.ts';
import { fillPath, getBatchHash, findOrCreatePost, findOrCreateTicket } from './places.ts';

/** Sends requests as the documents show them. */

/** Returns the administrator who sends a request. Requests that change the account of the caller are sent by another administrator. */
const selectCaller = (path: string): TestUserName => (path.endsWith('/me') ? 'administrator2' : 'administrator');

export type Values = Record<string, unknown>;

/** An example request of an operation. */
export interface Example {
  title: string;
  query?: Values;
  body?: Values;
  form?: Values;
}

/** Values of the current site that replace the documented ones. */
const siteValues: Readonly<Record<string, (site: WholeSite, as: TestUserName, path: string) => Promise<unknown>>> = {
  url: async (site) => `http://site.test/?p=${await findOrCreatePost(site)}`,
  post: findOrCreatePost,
  post_id: findOrCreatePost,
  ticket_id: findOrCreateTicket,
  reassign: async (site) => (await site.user('editor')).id,
  tvn1: (site, as) => createTicketClient(site).nonce('view_rest', as),
  edit_ticket_nonce: (site, as) => createTicketClient(site).nonce('edit_ticket_nonce', as),
  action_nonce: (site, as, path) => createTicketClient(site).nonce(path.includes('tickets') ? 'tickets_wizard' : 'evt_wizard', as),
  batch_hash: getBatchHash,
  src: async (site, as, path) => (await site.rest('GET', path.replace(/\/edit$/, ''), { as })).body.source_url,
  add_ticket_nonce: (site, as) => createTicketClient(site).nonce('add_ticket_nonce', as),
  remove_ticket_nonce: (site, as) => createTicketClient(site).nonce('remove_ticket_nonce', as),
};

async function withSiteValues(site: WholeSite, values: Values, as: TestUserName, path: string): Promise<Values> {
  const entries = await Promise.all(
    Object.entries(values).map(async ([name, value]) => [name, siteValues[name] ? await siteValues[name](site, as, path) : value] as const),
  );
  return Object.fromEntries(entries);
}

const filterParameters = ({ parameters }: DocumentedOperation, place: 'query' | 'path') =>
  parameters.filter((parameter): parameter is DocumentedParameter => 'name' in parameter && parameter.in === place);

/** Returns the example requests of an operation: required parameters, each optional one, and the body in each form. */
export function listExamples(operation: DocumentedOperation): Example[] {
  const parameters = filterParameters(operation, 'query');
  const withExample = parameters.filter(({ example }) => example !== undefined);
  // credentials are required too
  const required = parameters.filter(
    (parameter) => parameter.required || (parameter.example !== undefined && parameter.name in siteValues),
  );
  const requiredValues = Object.fromEntries(required.map(({ name, example }) => [name, example]));
  const isComplete = required.every(({ name, example }) => example !== undefined || name in siteValues);
  const content = operation.requestBody?.content ?? {};
  const json = content['application/json']?.example;
  const form = content['application/x-www-form-urlencoded']?.example;
  return [
    ...(isComplete && !operation.requestBody ? [{ title: 'as little as possible', query: requiredValues }] : []),
    ...(isComplete ? withExample.map(({ name, example }) => ({ title: name, query: { ...requiredValues, [name]: example } })) : []),
    ...(json ? [{ title: 'JSON', body: json }] : []),
    ...(form ? [{ title: 'a form', form }] : []),
  ];
}

const listPathExamples = (operation: DocumentedOperation) =>
  Object.fromEntries(
    filterParameters(operation, 'path').flatMap(({ name, example }) =>
      example === undefined ? [] : [[name, String(example as string | number)]],
    ),
  );

/** Sends example requests to sites. */
export class ExampleSites {
  readonly site: WholeSite;
  // a second site for bodies that are sent as forms, because many items can exist only once
  readonly #formSite: WholeSite;
  #requests = 0;

  private constructor(site: WholeSite, formSite: WholeSite) {
    this.site = site;
    this.#formSite = formSite;
  }

  static async open(): Promise<ExampleSites> {
    return new ExampleSites(await openWholeSite(), await openWholeSite());
  }

  async close(): Promise<void> {
    await Promise.all([this.site.close(), this.#formSite.close()]);
  }

  /** Returns a path with newly created items, except for values that the operation documents as strings. */
  async createPath(template: string, operation: DocumentedOperation, known: Record<string, string> = {}): Promise<string> {
    this.#requests += 1;
    const documentedNames = Object.fromEntries(Object.entries(listPathExamples(operation)).filter(([, value]) => !/^\d+$/.test(value)));
    return await fillPath(this.site, template, `Thing ${this.#requests}`, { ...documentedNames, ...known });
  }

  /** Uploads an image. */
  async upload(path: string): Promise<RestResponse> {
    const payload = await sharp({ create: { width: 640, height: 480, channels: 3, background: 'gold' } })
      .png()
      .toBuffer();
    const { authorization } = await this.site.user('administrator');
    const headers = { authorization, 'content-type': 'image/png', 'content-disposition': 'attachment; filename="lanterns.png"' };
    const {
      statusCode,
      payload: text,
      headers: responseHeaders,
    } = await this.site.http.inject({ method: 'POST', url: `/rest${path}`, headers, payload });
    return { status: statusCode, headers: responseHeaders as RestResponse['headers'], text, body: JSON.parse(text) as unknown };
  }

  /** Returns the path of an operation with documented values or created items. */
  async #path(template: string, operation: DocumentedOperation, site: WholeSite): Promise<string> {
    this.#requests += 1;
    return await fillPath(site, template, `Thing ${this.#requests}`, listPathExamples(operation));
  }

  async send(method: string, template: string, operation: DocumentedOperation, example: Example): Promise<RestResponse> {
    const site = example.form ? this.#formSite : this.site;
    return await this.sendTo(site, method, template, await this.#path(template, operation, site), example);
  }

  async sendTo(site: WholeSite, method: string, template: string, path: string, { query, body, form }: Example): Promise<RestResponse> {
    const as = selectCaller(template);
    return await site.rest(method.toUpperCase(), path, {
      as,
      ...(method.toLowerCase() === 'delete' && template === '/core/v2/users/me' && { headers: await this.#newUser(site) }),
      ...(query && { query: encodeQuery(await withSiteValues(site, query, as, path)) }),
      ...(body && { body: await withSiteValues(site, body, as, path) }),
      ...(form && { form: encodeQuery(await withSiteValues(site, form, as, path)) }),
    });
  }

  /** Returns credentials of a new user, for operations that end an account. */
  async #newUser(site: WholeSite): Promise<Record<string, string>> {
    const username = `leaving-${this.#requests}`;
    const body = { username, email: `${username}@example.org`, password: `password of ${username}`, roles: ['administrator'] };
    const { id } = (await site.rest('POST', '/core/v2/users', { as: 'administrator', body })).body;
    const own = await site.rest('POST', `/core/v2/users/${id}/application-passwords`, { as: 'administrator', body: { name: 'Own' } });
    return { authorization: `Basic ${Buffer.from(`${username}:${own.body.password}`).toString('base64')}` };
  }
}

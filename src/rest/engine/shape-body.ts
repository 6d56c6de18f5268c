import { getRequestedItemFields } from '../response/fields-filter.ts';
import { toListOrMap } from '../response/keyed-response.ts';
import type { Links } from '../response/links.ts';
import { createPageUrls, checkPageExists, type PageInfo } from '../response/page-envelope.ts';
import { createNeighborLinks, getTotalHeaders } from '../response/pagination.ts';
import type { Shaper } from '../response/shape.ts';
import type { ExecutionResult } from './execute-operation.ts';
import type { Call } from './request.ts';

/** Fetches the target of a link as the same caller and returns its body. */
export type FetchLink = (call: Call, href: string) => Promise<unknown>;

type Item = Record<string, unknown>;

/** True for objects. Lists may also contain scalars, which are sent unchanged. */
const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Dependencies for building bodies, in addition to the call. */
export interface ShapeOptions {
  restUrl: string;
  fetchLink: FetchLink;
}

/** Builds the body of a result with its links, embedded objects and envelope. Sets the status and headers that the result determines. */
export async function shapeBody({ restUrl, fetchLink }: ShapeOptions, call: Call, { data, variant }: ExecutionResult): Promise<unknown> {
  const { plan } = call;
  const { response } = plan;
  const [root = '', value] = Object.entries(data)[0] ?? [];
  const shaper = variant.shapers.get(root) ?? null;
  let selected: unknown = value;
  for (const key of response.at ?? []) selected = (selected as Item | null)?.[key];
  const isMany = response.kind === 'list' || response.kind === 'page';
  setHeaders(call, () => ({ ...data, ...(!isMany && isItem(selected) && selected), rest: restUrl }));
  if (response.body !== undefined) return response.body;
  if (isMany) return shapePage(call, restUrl, selected as PageResult, { shaper, effective: variant.effective }, fetchLink);
  if (response.stream !== undefined) {
    call.stream = selected as AsyncIterable<string>;
    return null;
  }
  const change = variant.changes.get(root);
  if (change) return wrapValue(call, change(selected));
  if (selected === null || selected === undefined || typeof selected !== 'object') return wrapValue(call, selected ?? null);
  // an empty map is sent as a list (docs/behaviour/core-rest.md 1.6)
  if (response.isMap && Object.keys(selected).length === 0) return [];

  if (plan.status) call.status = plan.status(selected as Item);
  if (Array.isArray(selected))
    return wrapValue(call, toListOrMap(response, selected, await createBodies(call, selected, shaper, fetchLink)));
  const body = wrapValue(call, await createCompleteBody(call, selected as Item, shaper, fetchLink));
  return response.echo ? { ...readEchoedMembers(call, response.echo), ...(body as Item) } : body;
}

/** Returns a value as its route defines: unchanged, or as a member of an object. */
function wrapValue({ plan: { response } }: Call, value: unknown): unknown {
  const present = value ?? response.empty ?? null;
  return response.as === undefined ? present : { ...response.extra, [response.as]: present };
}

/** Returns the members that contain the values of parameters. */
function readEchoedMembers({ values }: Call, echo: Readonly<Record<string, string>>): Item {
  return Object.fromEntries(Object.entries(echo).map(([member, parameter]) => [member, values[parameter] ?? null]));
}

function setHeaders(call: Call, values: () => Item): void {
  for (const [name, build] of call.plan.headers) {
    const value = build({ ...call.values, ...values() });
    if (value !== '') call.headers.set(name, value);
  }
}

interface PageResult extends PageInfo {
  nodes: Item[];
}

interface PageShapers {
  shaper: Shaper | null;
  effective: Shaper | null;
}

async function shapePage(
  call: Call,
  restUrl: string,
  page: PageResult,
  { shaper, effective }: PageShapers,
  fetchLink: FetchLink,
): Promise<unknown> {
  const { plan } = call;
  const number = Number(call.values['page'] ?? 1);
  checkPageExists(plan.response, number, page);
  const bodies = await createBodies(call, page.nodes, shaper, fetchLink);
  const { headers } = plan.response;
  if (headers !== undefined) {
    const [total, totalPages] = getTotalHeaders(headers);
    call.headers.set(total, page.totalCount);
    call.headers.set(totalPages, page.totalPages);
  }
  if (plan.response.kind === 'list') {
    const links = createNeighborLinks(`${restUrl}${plan.fillPath(call.match.segments)}`, call.request.query, number, page.totalPages);
    if (links) call.headers.set('Link', links);
    return bodies;
  }
  const pageInfo: PageInfo = { ...page, effective: effective && page.effective ? (effective(page.effective) as Item) : page.effective };
  return {
    [plan.response.key ?? 'items']: bodies,
    ...createPageUrls(call, restUrl, pageInfo),
    total: page.totalCount,
    total_pages: page.totalPages,
  };
}

/** True if embedded objects are requested and `_fields` does not exclude them. */
function wantsEmbedded(call: Call): boolean {
  return call.embed !== null && (getRequestedItemFields(call)?.has('_embedded') ?? true);
}

/** Returns the body of an object. The body is always a copy, because links are built from the unchanged GraphQL result. */
function createBody(source: Item, shaper: Shaper | null): Item {
  return shaper ? (shaper(source) as Item) : { ...source };
}

function createLinks(call: Call, source: Item): Links | null {
  const { links } = call.plan;
  if (links === null) return null;
  const fields = getRequestedItemFields(call);
  return fields === null || fields.has('_links') || wantsEmbedded(call) ? links(source, call.contextName) : null;
}

/** Returns the body of an object with its links, without embedded objects. */
function createLinkedBody(call: Call, source: Item, shaper: Shaper | null, links = createLinks(call, source)): Item {
  const body = createBody(source, shaper);
  if (links) body['_links'] = links;
  return body;
}

/** Returns the bodies of a list, which may also contain scalars. */
async function createBodies(call: Call, list: readonly unknown[], shaper: Shaper | null, fetchLink: FetchLink): Promise<unknown[]> {
  if (!wantsEmbedded(call)) return list.map((item) => (isItem(item) ? createLinkedBody(call, item, shaper) : item));
  return await Promise.all(list.map((item) => (isItem(item) ? createCompleteBody(call, item, shaper, fetchLink) : item)));
}

/** Fetches the target of a link, once for each URL of a response. */
function fetchTarget(call: Call, href: string, fetchLink: FetchLink): Promise<unknown> {
  const embedded = (call.embedded ??= new Map());
  let target = embedded.get(href);
  if (!target) embedded.set(href, (target = fetchLink(call, href)));
  return target;
}

/** Returns the body of an object with its links and embedded objects. */
async function createCompleteBody(call: Call, source: Item, shaper: Shaper | null, fetchLink: FetchLink): Promise<Item> {
  const links = createLinks(call, source);
  const body = createLinkedBody(call, source, shaper, links);
  const embedded = links && wantsEmbedded(call) ? await fetchEmbedded(call, links, fetchLink) : null;
  if (embedded) body['_embedded'] = embedded;
  return body;
}

const isEmptyResult = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Returns the targets of embeddable links, parallel to the links. Omits relations without targets (docs/behaviour/core-rest.md 4.4). */
async function fetchEmbedded(call: Call, links: Links, fetchLink: FetchLink): Promise<Record<string, unknown[]> | null> {
  const { embed: selected } = call;
  if (selected === null) return null;
  const fields = getRequestedItemFields(call)?.get('_embedded') ?? true;
  const relations = await Promise.all(
    Object.entries(links).map(async ([relation, targets]) => {
      if (relation === 'curies' || (selected !== true && !selected.has(relation)) || (fields !== true && !fields.has(relation)))
        return null;
      const results = await Promise.all(
        targets.map(async (link) => (link.embeddable ? await fetchTarget(call, link.href, fetchLink) : [])),
      );
      return results.every(isEmptyResult) ? null : ([relation, results] as const);
    }),
  );
  const present = relations.filter((entry) => entry !== null);
  return present.length > 0 ? Object.fromEntries(present) : null;
}

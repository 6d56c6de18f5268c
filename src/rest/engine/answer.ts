import { GraphQLError } from 'graphql';
import { tracing } from '../../core/tracing/tracing.ts';
import { tracedOperation } from '../../core/tracing/traced-operation.ts';
import type { Call } from './request.ts';
import { type AskedFields, filterEntries, filterFields } from '../answers/fields-filter.ts';
import type { Links } from '../answers/links.ts';
import { isOperation, type OperationPlan } from './plan.ts';
import type { Shaper } from '../answers/shape.ts';
import { addressesOf, checkPageExists, type PageFacts } from '../answers/page-envelope.ts';
import { keyed } from '../answers/keyed-answer.ts';
import { neighbourLinks, totalHeaders } from '../answers/pagination.ts';
import { refusedVariable } from './variables.ts';

/** Fetches the target of a link as the same caller and answers its body. */
export type FetchLink = (call: Call, href: string) => Promise<unknown>;

type Item = Record<string, unknown>;

/** Lists may hold plain values too, which are sent as they are. */
const isItem = (one: unknown): one is Item => typeof one === 'object' && one !== null && !Array.isArray(one);

/** What bodies are made with besides the call. */
export interface Answering {
  restUrl: string;
  fetchLink: FetchLink;
}

type Variables = Record<string, unknown>;

/** Runs the row's operation with these variables and builds the body: shape, links, embedded objects, asked fields. Throws what the operation threw. */
export async function answerCall(answering: Answering, asked: Call, variables: Variables): Promise<unknown> {
  const { as, valued, keyedBy } = asked.plan.answer;
  // what is sent are not the objects that the operation selects, or has names that they make: fields are asked of it when it is made
  const isWrapped = as !== undefined || valued !== undefined;
  const isRemade = isWrapped || keyedBy !== undefined;
  if (!isRemade) return answerWhole(answering, asked, variables);
  const call: Call = { ...asked, asked: null };
  const body = await answerWhole(answering, call, variables);
  if (call.status !== undefined) asked.status = call.status;
  if (!asked.asked) return body;
  return isWrapped ? filterFields(body, asked.asked) : filterEntries(body, asked.asked);
}

/** Runs an operation of the map, in a span of its own where requests are traced. */
function runTraced<T>({ name, operation }: OperationPlan, run: () => Promise<T>): Promise<T> {
  return tracing() === null ? run() : tracedOperation(operation.operation, name, run);
}

async function answerWhole({ restUrl, fetchLink }: Answering, call: Call, variableValues: Variables): Promise<unknown> {
  const { plan, contextName } = call;
  if (!isOperation(plan.runs)) throw new Error(`${plan.path} is answered by the engine itself`);
  const variant = plan.runs.variant(contextName, askedOfItems(call));
  const { parameterOfVariable } = plan.runs;
  const data = await runTraced(plan.runs, () => variant.run(call.context, variableValues)).catch((error: unknown) => {
    throw (error instanceof GraphQLError ? refusedVariable(error, parameterOfVariable) : null) ?? error;
  });

  const [root, value] = Object.entries(data)[0] ?? [];
  const shaper = variant.shapers.get(root ?? '') ?? null;
  let answered: unknown = value;
  for (const key of plan.answer.at ?? []) answered = (answered as Item | null)?.[key];
  const isMany = plan.answer.kind === 'list' || plan.answer.kind === 'page';
  setHeaders(call, () => ({ ...data, ...(!isMany && isItem(answered) && answered), rest: restUrl }));
  if (plan.answer.body !== undefined) return plan.answer.body;
  if (isMany) return answerList(call, restUrl, answered as PageResult, { shaper, effective: variant.effective }, fetchLink);
  if (plan.answer.stream !== undefined) {
    call.stream = answered as AsyncIterable<string>;
    return null;
  }
  const change = variant.changes.get(root ?? '');
  if (change) return wrapped(call, change(answered));
  if (answered === null || answered === undefined || typeof answered !== 'object') return wrapped(call, answered ?? null);
  // a map without members is written as a list (core-rest.md 1.6)
  if (plan.answer.isMap && Object.keys(answered).length === 0) return [];

  if (plan.status) call.status = plan.status(answered as Item);
  if (Array.isArray(answered)) {
    const bodies = await finishAll(call, answered, shaper, fetchLink);
    return wrapped(call, keyed(plan.answer, answered, bodies));
  }
  const body = wrapped(call, await finish(call, answered as Item, shaper, fetchLink));
  return plan.answer.told ? withTold(call, plan.answer.told, body as Item) : body;
}

/** The value as its row wants it: itself, or a member of an object. */
function wrapped({ plan: { answer } }: Call, value: unknown): unknown {
  if (answer.as === undefined) return value ?? answer.empty ?? null;
  return { ...answer.with, [answer.as]: value ?? answer.empty ?? null };
}

/** The body behind the members that are values of parameters. */
function withTold({ values, asked }: Call, told: Readonly<Record<string, string>>, body: Item): unknown {
  const first = Object.entries(told).map(([member, parameter]) => [member, values[parameter] ?? null] as const);
  const whole = { ...Object.fromEntries(first), ...body };
  return asked ? filterFields(whole, asked) : whole;
}

function setHeaders(call: Call, values: () => Item): void {
  for (const [name, build] of call.plan.headers) {
    const value = build({ ...call.values, ...values() });
    if (value !== '') call.headers.set(name, value);
  }
}

interface PageResult extends PageFacts {
  nodes: Item[];
}

interface PageShapers {
  shaper: Shaper | null;
  effective: Shaper | null;
}

async function answerList(
  call: Call,
  restUrl: string,
  page: PageResult,
  { shaper, effective }: PageShapers,
  fetchLink: FetchLink,
): Promise<unknown> {
  const { plan } = call;
  const number = Number(call.values['page'] ?? 1);
  checkPageExists(plan.answer, number, page);
  const bodies = await finishAll(call, page.nodes, shaper, fetchLink);
  const { headers } = plan.answer;
  if (headers !== undefined) {
    const [total, totalPages] = totalHeaders(headers);
    call.headers.set(total, page.total);
    call.headers.set(totalPages, page.totalPages);
  }
  if (plan.answer.kind === 'list') {
    const links = neighbourLinks(`${restUrl}${plan.address(call.match.segments)}`, call.request.query, number, page.totalPages);
    if (links) call.headers.set('Link', links);
    return bodies;
  }
  const facts: PageFacts = { ...page, effective: effective && page.effective ? (effective(page.effective) as Item) : page.effective };
  const envelope = {
    [plan.answer.key ?? 'items']: bodies,
    ...addressesOf(call, restUrl, facts),
    total: page.total,
    total_pages: page.totalPages,
  };
  return call.asked ? filterFields(envelope, call.asked) : envelope;
}

/** What `_fields` asks of the items: of a page they are below its key. */
function askedOfItems({ plan, asked }: Call): AskedFields | null {
  if (asked === null || plan.answer.kind !== 'page') return asked;
  const below = asked.get(plan.answer.key ?? 'items');
  return below === true ? null : (below ?? new Map());
}

function wantsLinks(call: Call): boolean {
  return call.plan.links !== null && (call.asked === null || call.asked.has('_links') || wantsEmbedded(call));
}

/** Embedded objects that `_fields` would take out again are not fetched. */
function wantsEmbedded(call: Call): boolean {
  return call.embed !== null && (call.asked === null || call.asked.has('_embedded'));
}

/** The body of an object, to be added to: results are GraphQL's, and links are made of them. */
function bodyOf(source: Item, shaper: Shaper | null): Item {
  return shaper ? (shaper(source) as Item) : { ...source };
}

function finishNow(call: Call, source: Item, shaper: Shaper | null): unknown {
  const body = bodyOf(source, shaper);
  const links = wantsLinks(call) ? call.plan.links?.(source, call.contextName) : null;
  if (links) body['_links'] = links;
  return call.asked && call.plan.answer.kind !== 'page' ? filterFields(body, call.asked) : body;
}

/** The bodies of a list, which may hold plain values too. */
async function finishAll(call: Call, list: readonly unknown[], shaper: Shaper | null, fetchLink: FetchLink): Promise<unknown[]> {
  if (!wantsEmbedded(call)) return list.map((one) => (isItem(one) ? finishNow(call, one, shaper) : one));
  return await Promise.all(list.map((one) => (isItem(one) ? finish(call, one, shaper, fetchLink) : one)));
}

/** Asks for the target of a link, once for each address in an answer. */
function targetOf(call: Call, href: string, fetchLink: FetchLink): Promise<unknown> {
  const embedded = (call.embedded ??= new Map());
  let target = embedded.get(href);
  if (!target) embedded.set(href, (target = fetchLink(call, href)));
  return target;
}

async function finish(call: Call, source: Item, shaper: Shaper | null, fetchLink: FetchLink): Promise<unknown> {
  if (!wantsEmbedded(call)) return finishNow(call, source, shaper);
  const body = bodyOf(source, shaper);
  const links = wantsLinks(call) ? call.plan.links?.(source, call.contextName) : null;
  if (links) {
    body['_links'] = links;
    const embedded = await embed(call, links, fetchLink);
    if (embedded) body['_embedded'] = embedded;
  }
  return call.asked && call.plan.answer.kind !== 'page' ? filterFields(body, call.asked) : body;
}

const isEmptyResult = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** The targets of the embeddable links, parallel to them; relations with nothing in them are left out (core-rest.md 4.4). */
async function embed(call: Call, links: Links, fetchLink: FetchLink): Promise<Record<string, unknown[]> | null> {
  const { embed: wanted } = call;
  if (wanted === null) return null;
  const asked = call.asked?.get('_embedded') ?? true;
  const relations = await Promise.all(
    Object.entries(links).map(async ([relation, targets]) => {
      if (relation === 'curies' || (wanted !== true && !wanted.has(relation)) || (asked !== true && !asked.has(relation))) return null;
      const results = await Promise.all(targets.map(async (link) => (link.embeddable ? await targetOf(call, link.href, fetchLink) : [])));
      return results.every(isEmptyResult) ? null : ([relation, results] as const);
    }),
  );
  const found = relations.filter((one) => one !== null);
  return found.length > 0 ? Object.fromEntries(found) : null;
}

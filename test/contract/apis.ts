import { type DocumentNode, print, visit } from 'graphql';
import type { Context } from '#graphql/context.ts';
import { Failure } from '../../src/core/failures/failure.ts';
import { decodeForm } from '../../src/rest/parameters/decode.ts';
import { ArgumentFailure } from '../../src/rest/parameters/argument-failure.ts';
import { toListOrMap } from '../../src/rest/response/keyed-response.ts';
import { matchRoute } from '../../src/rest/engine/match.ts';
import { isOperation, type Plan } from '../../src/rest/engine/plan.ts';
import { validateCall } from '../../src/rest/engine/validate.ts';
import type { RestRequest } from '../../src/rest/parameters/request.ts';
import type { Method } from '../../src/rest/parameters/request.ts';
import type { TestUserName, WholeSite } from '../support/site.ts';
import { type Input, encodeQuery } from './inputs.ts';

/** Response of one API: the body, or the error. `wholeBody` is the REST body with its links. */
export type Outcome = { body: unknown; wholeBody?: unknown } | { code: unknown; status: unknown };

/** Prints the document without the directives of the REST engine. */
function printPublicDocument(document: DocumentNode): string {
  return print(visit(document, { Directive: (directive) => (['skip', 'include'].includes(directive.name.value) ? undefined : null) }));
}

/** An input for a route. */
export interface RouteInput {
  plan: Plan;
  method: Method;
  /** Path with its parameters filled in, including the query for methods without body. */
  path: string;
  input: Input;
  as: TestUserName | undefined;
}

const isSentInQuery = (method: Method) => method === 'GET' || method === 'DELETE';

/** Sends the input through REST. */
export async function sendThroughRest(site: WholeSite, { plan, method, path, input, as }: RouteInput): Promise<Outcome> {
  const { status, body, text } = await site.rest(method, path, {
    as,
    ...(isSentInQuery(method) ? { query: encodeQuery(input) } : { body: input }),
  });
  if (status >= 500 && (body === undefined || body.code === 'internal_server_error'))
    return { code: `fault: ${text} ${site.logged.at(-1) ?? ''}`, status };
  const isResult = status < 400 || (typeof plan.options.status === 'object' && body.code === undefined && body.error === undefined);
  // older APIs return failures with only a message and a status
  if (!isResult) return body?.error === undefined ? { code: body?.code ?? text, status } : { code: body.error, status: null };
  return { body: text === '' ? null : removeLinks(plan.response.keyedBy === undefined ? body : removeEntryLinks(body)), wholeBody: body };
}

const removeEntryLinks = (map: Record<string, unknown>) =>
  Array.isArray(map) ? map : Object.fromEntries(Object.entries(map).map(([key, entry]) => [key, removeLinks(entry)]));

function removeLinks(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(removeLinks);
  if (typeof body !== 'object' || body === null) return body;
  const { _links, ...others } = body as Record<string, unknown>;
  return others;
}

/**
 * Sends the input through the route's GraphQL operation. Returns null if GraphQL cannot express it: a parameter of another type, or a missing
 * action (each action is a mutation).
 */
export async function sendThroughGraphql(site: WholeSite, { plan, method, path, input, as }: RouteInput): Promise<Outcome | null> {
  const request: RestRequest = {
    method,
    path,
    query: isSentInQuery(method) ? decodeForm(encodeQuery(input)) : {},
    headers: {},
    ...(!isSentInQuery(method) && { json: JSON.parse(JSON.stringify(input)) as Input }),
  };
  let call;
  try {
    call = validateCall(matchRoute(site.engine.router, request), request, {} as Context);
  } catch (error) {
    if (error instanceof ArgumentFailure) return null;
    throw error;
  }
  // the variant of the route for this input
  const { runs, response, options } = call.plan;
  if (!isOperation(runs)) throw new Error(`${plan.path} runs no operation`);
  const { requires } = options;
  if (requires?.parameter !== undefined && call.values[requires.parameter] !== true) return null;
  const variant = runs.getVariant(call.contextName, null);
  const { data, errors } = await site.graphql(
    printPublicDocument(variant.document),
    runs.variables.read(call.values, call.contextName),
    as,
  );
  const [error] = errors;
  if (error) {
    const code = error.extensions['code'];
    if (code === undefined || code === 'graphql_limit_exceeded') return { code: `fault: ${error.message}`, status: null };
    const failure = new Failure(code as string, error.extensions['status'] as number, error.message);
    const { response: refusal } = site.engine.refuse(failure, site.site.log, plan);
    const body = JSON.parse(refusal.text) as { code?: unknown; error?: string };
    return body.error === undefined ? { code: body.code ?? refusal.text, status: refusal.status } : { code: body.error, status: null };
  }
  if (response.body !== undefined) return { body: response.body };
  // a response without a body, or a file
  if (options.status === 204) return { body: null };
  if (response.stream !== undefined) return { body: undefined };
  const [root = '', value] = Object.entries(data as Input)[0] ?? [];
  let result: unknown = value;
  for (const key of response.at ?? []) result = (result as Input)[key];
  // an empty map is written as a list (docs/behaviour/core-rest.md 1.6)
  if (response.isMap && Object.keys((result ?? {}) as Input).length === 0) return { body: [] };
  const change = variant.changes.get(root);
  const shape = (item: unknown) =>
    change ? change(item) : removeLinks(typeof item === 'object' ? (variant.shapers.get(root)?.(item) ?? item) : item);
  if (response.kind === 'list' || response.kind === 'page') return { body: (result as { nodes: unknown[] }).nodes.map(shape) };
  const wrap = (body: unknown) => {
    const present = body ?? response.empty ?? null;
    return response.as === undefined ? present : { ...response.extra, [response.as]: present };
  };
  if (!Array.isArray(result)) return { body: wrap(shape(result)) };
  return { body: wrap(toListOrMap(response, result, result.map(shape))) };
}

/** Removes random values from a response. */
export function removeRandomValues(outcome: Outcome): unknown {
  const { wholeBody: _wholeBody, ...compared } = { wholeBody: null, ...outcome };
  return JSON.parse(
    JSON.stringify(compared, (_key, value: unknown) =>
      typeof value === 'string'
        ? value
            .replace(/-\d+\.png/g, '.png')
            .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, 'uuid')
            .replace(/\b[0-9a-f]{32}\b/g, 'made once')
            .replace(/\b(\w{4} ){5}\w{4}\b/g, 'secret')
        : value,
    ),
  );
}

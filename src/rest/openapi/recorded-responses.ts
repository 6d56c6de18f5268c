import { getStatuses } from './responses.ts';
import type { RouteEntry } from '../engine/routing.ts';
import type { RecordedExamples, RecordedResponse, RouteRefusals } from '../routes/recorded-responses.ts';
import { generalRefusals } from './general-refusals.ts';
import type { JsonSchema } from './schemas.ts';

/** URLs of the site and of its REST root in recorded responses. */
const RECORDED_SITE = 'https://site.example';
const RECORDED_ROOT = `${RECORDED_SITE}/rest`;

/** Replaces the recorded URLs with those of this site and its REST root. */
function replaceUrls(recorded: RecordedExamples, restUrl: string): RecordedExamples {
  if (restUrl === RECORDED_ROOT) return recorded;
  const { origin, hostname } = new URL(restUrl);
  const siteUrl = restUrl.replace(/\/[^/]*$/, '');
  const escapeJson = (text: string) => JSON.stringify(text).slice(1, -1);
  const text = [
    [RECORDED_ROOT, restUrl],
    [encodeURIComponent(RECORDED_ROOT), encodeURIComponent(restUrl)],
    [RECORDED_SITE, siteUrl.startsWith(origin) ? siteUrl : origin],
    [encodeURIComponent(RECORDED_SITE), encodeURIComponent(siteUrl)],
    ['site.example', hostname],
  ].reduce((whole, [from = '', to = '']) => whole.replaceAll(from, () => escapeJson(to)), JSON.stringify(recorded));
  return JSON.parse(text) as RecordedExamples;
}

const isJson = (type: string) => type === 'application/json';

/** Adds a recorded response as the example of its status, if the content type matches. */
function withResponse(responses: JsonSchema, { status, ...recorded }: RecordedResponse, example: JsonSchema): JsonSchema {
  const response = responses[String(status)] as { content?: Record<string, JsonSchema> } | undefined;
  if (!response?.content) return responses;
  const matches = (type: string) => isJson(type) === 'body' in recorded;
  const content = Object.fromEntries(
    Object.entries(response.content).map(([type, media], index) => [type, index === 0 && matches(type) ? { ...media, ...example } : media]),
  );
  return { ...responses, [String(status)]: { ...response, content } };
}

/** Refusal bodies of a document. Bodies that several operations share become named examples. */
class SharedBodies {
  readonly examples: Record<string, JsonSchema> = {};
  readonly #names = new Map<string, string>();
  readonly #seen = new Set<string>();
  readonly #shared: Set<string>;

  /** `shared` bodies become named examples even if only one operation shows them. */
  constructor(shared: readonly unknown[]) {
    this.#shared = new Set(shared.map((body) => JSON.stringify(body)));
  }

  /** Registers a body. A body becomes shared when it is registered a second time. */
  add(body: unknown): void {
    const text = JSON.stringify(body);
    (this.#seen.has(text) ? this.#shared : this.#seen).add(text);
  }

  /** Returns the body itself or a reference to its named example. */
  getExample(code: string, body: unknown): JsonSchema {
    const text = JSON.stringify(body);
    if (!this.#shared.has(text)) return { value: body };
    let name = this.#names.get(text);
    if (name === undefined) {
      name = code;
      for (let number = 2; name in this.examples; number++) name = `${code}.${number}`;
      this.#names.set(text, name);
      this.examples[name] = { value: body };
    }
    return { $ref: `#/components/examples/${name}` };
  }
}

interface ResponseObject {
  content?: Record<string, JsonSchema>;
}

/** Adds example bodies by code to a response. */
function withBodies(response: ResponseObject, codes: Readonly<Record<string, unknown>>, bodies: SharedBodies): ResponseObject {
  const media = response.content?.['application/json'];
  if (!media) return response;
  const added = Object.fromEntries(Object.entries(codes).map(([code, body]) => [code, bodies.getExample(code, body)]));
  const examples = { ...(media['examples'] as object | undefined), ...added };
  return { ...response, content: { ...response.content, 'application/json': { ...media, examples } } };
}

/**
 * Adds recorded refusals by code to the responses. Statuses without a response of their own use `default`. A response without a recorded refusal
 * shows the general refusal of its status. Skips the statuses of successful responses.
 */
function withRefusals(
  responses: JsonSchema,
  refusals: RouteRefusals,
  { bodies, statuses }: { bodies: SharedBodies; statuses: readonly number[] },
): JsonSchema {
  const completed = { ...responses } as Record<string, ResponseObject>;
  for (const [status, codes] of Object.entries(refusals)) {
    const key = status in completed ? status : 'default';
    if (completed[key]) completed[key] = withBodies(completed[key], codes, bodies);
  }
  for (const [status, body] of Object.entries(generalRefusals)) {
    const response = completed[status];
    const hasExample = Object.values(response?.content ?? {}).some((media) => 'example' in media || 'examples' in media);
    if (response && !hasExample && !statuses.includes(Number(status)))
      completed[status] = withBodies(response, { [body.code]: body }, bodies);
  }
  return completed;
}

/**
 * Adds recorded responses and refusals to the paths as examples. Examples that several operations share become components: the response of a route
 * with several methods, and equal refusals.
 */
export function withRecordedResponses(
  paths: Readonly<Record<string, JsonSchema>>,
  entries: readonly RouteEntry[],
  { restUrl, ...recorded }: RecordedExamples & { restUrl: string },
): { paths: Record<string, JsonSchema>; examples: Record<string, JsonSchema> } {
  const { responses: recordedResponses, refusals } = replaceUrls(recorded, restUrl);
  const examples: Record<string, JsonSchema> = {};
  const bodies = new SharedBodies(Object.values(generalRefusals));
  const operations = Object.entries(paths).flatMap(([path, item]) => {
    const plans = entries.filter((entry) => entry.path === path).flatMap((entry) => entry.plans);
    return Object.entries(item).map(([method, operation]) => {
      const plan = plans.find(({ methods }) => methods.some((name) => name.toLowerCase() === method));
      const [first = '', ...others] = plan?.methods ?? [];
      const firstId = (item[first.toLowerCase()] as { operationId: string } | undefined)?.operationId ?? '';
      const statuses = plan ? getStatuses(plan) : [];
      return {
        path,
        method,
        operation: operation as { responses: JsonSchema },
        key: `${first} ${path}`,
        firstId,
        statuses,
        hasSeveralMethods: others.length > 0,
      };
    });
  });
  for (const { key } of operations)
    for (const codes of Object.values(refusals[key] ?? {})) for (const body of Object.values(codes)) bodies.add(body);
  const completed: Record<string, JsonSchema> = {};
  for (const { path, method, operation, key, firstId, statuses, hasSeveralMethods } of operations) {
    let { responses } = operation;
    const response = recordedResponses[key];
    if (response && ('body' in response || 'text' in response)) {
      const value = 'body' in response ? response.body : response.text;
      if (hasSeveralMethods) examples[firstId] = { summary: 'Recorded response of a site', value };
      responses = withResponse(
        responses,
        response,
        hasSeveralMethods ? { examples: { recorded: { $ref: `#/components/examples/${firstId}` } } } : { example: value },
      );
    }
    (completed[path] ??= {})[method] = { ...operation, responses: withRefusals(responses, refusals[key] ?? {}, { bodies, statuses }) };
  }
  return { paths: completed, examples: { ...examples, ...bodies.examples } };
}

import type { RouteEntry } from '../engine/routing.ts';
import type { RecordedAnswer, RecordedAnswers, RecordedRefusals, RowRefusals } from '../rows/recorded-answers.ts';
import type { JsonSchema } from './schemas.ts';

/** The site and the root of its REST interface, as addresses in recorded answers have them. */
const RECORDED_SITE = 'https://site.example';
const RECORDED_ROOT = `${RECORDED_SITE}/rest`;

/** The answers as the site with this REST root gives them. */
function atAddress<Recorded extends object>(answers: Recorded, restUrl: string): Recorded {
  if (restUrl === RECORDED_ROOT) return answers;
  const { origin, hostname } = new URL(restUrl);
  const siteUrl = restUrl.replace(/\/[^/]*$/, '');
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  const text = [
    [RECORDED_ROOT, restUrl],
    [encodeURIComponent(RECORDED_ROOT), encodeURIComponent(restUrl)],
    [RECORDED_SITE, siteUrl.startsWith(origin) ? siteUrl : origin],
    [encodeURIComponent(RECORDED_SITE), encodeURIComponent(siteUrl)],
    ['site.example', hostname],
  ].reduce((whole, [from = '', to = '']) => whole.replaceAll(from, () => inJson(to)), JSON.stringify(answers));
  return JSON.parse(text) as Recorded;
}

const isJson = (type: string) => type === 'application/json';

/** The responses with what was answered as the example of its status, in the form that it has. */
function shown(responses: JsonSchema, { status, ...answer }: RecordedAnswer, example: JsonSchema): JsonSchema {
  const response = responses[String(status)] as { content?: Record<string, JsonSchema> } | undefined;
  if (!response?.content) return responses;
  const fits = (type: string) => isJson(type) === 'body' in answer;
  const content = Object.fromEntries(
    Object.entries(response.content).map(([type, media], at) => [type, at === 0 && fits(type) ? { ...media, ...example } : media]),
  );
  return { ...responses, [String(status)]: { ...response, content } };
}

/** Bodies that several operations of a document are refused with stand in it once: by the body, how many show it and under which name. */
class SharedBodies {
  readonly examples: Record<string, JsonSchema> = {};
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  count(body: unknown): void {
    const text = JSON.stringify(body);
    this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
  }

  /** The body itself, or where it stands. */
  shown(code: string, body: unknown): JsonSchema {
    const text = JSON.stringify(body);
    if ((this.#counts.get(text) ?? 0) < 2) return { value: body };
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

/** The responses with bodies of refusals by code; a status that is not named is told by `default`. */
function withRefusals(responses: JsonSchema, refusals: RowRefusals, bodies: SharedBodies): JsonSchema {
  const told = { ...responses };
  for (const [status, codes] of Object.entries(refusals)) {
    const at = status in told ? status : 'default';
    const response = told[at] as { content?: Record<string, JsonSchema> } | undefined;
    const media = response?.content?.['application/json'];
    if (!response || !media) continue;
    const shownBodies = Object.fromEntries(Object.entries(codes).map(([code, body]) => [code, bodies.shown(code, body)]));
    const examples = { ...(media['examples'] as object | undefined), ...shownBodies };
    told[at] = { ...response, content: { ...response.content, 'application/json': { ...media, examples } } };
  }
  return told;
}

/** What is recorded of the rows of a document. */
interface Recorded {
  answers: RecordedAnswers;
  refusals: RecordedRefusals;
}

/**
 * The paths with what their operations answered, and how they refused, as examples. What several operations show is a component: the answer of
 * methods that are one operation, and the same refusal.
 */
export function withRecordedAnswers(
  paths: Readonly<Record<string, JsonSchema>>,
  entries: readonly RouteEntry[],
  { restUrl, ...recorded }: Recorded & { restUrl: string },
): { paths: Record<string, JsonSchema>; examples: Record<string, JsonSchema> } {
  const answers = atAddress(recorded.answers, restUrl);
  const refusals = atAddress(recorded.refusals, restUrl);
  const examples: Record<string, JsonSchema> = {};
  const bodies = new SharedBodies();
  const operations = Object.entries(paths).flatMap(([path, item]) => {
    const plans = entries.filter((entry) => entry.path === path).flatMap((entry) => entry.plans);
    return Object.entries(item).map(([method, given]) => {
      const methods = plans.map((plan) => plan.methods).find((all) => all.some((one) => one.toLowerCase() === method)) ?? [];
      const [first = ''] = methods;
      const firstId = (item[first.toLowerCase()] as { operationId: string } | undefined)?.operationId ?? '';
      return { path, method, given: given as { responses: JsonSchema }, row: `${first} ${path}`, firstId, isOneOfSome: methods.length > 1 };
    });
  });
  for (const { row } of operations)
    for (const codes of Object.values(refusals[row] ?? {})) for (const body of Object.values(codes)) bodies.count(body);
  const found: Record<string, JsonSchema> = {};
  for (const { path, method, given, row, firstId, isOneOfSome } of operations) {
    let { responses } = given;
    const answer = answers[row];
    if (answer && ('body' in answer || 'text' in answer)) {
      const value = 'body' in answer ? answer.body : answer.text;
      if (isOneOfSome) examples[firstId] = { summary: 'What a site answered.', value };
      responses = shown(
        responses,
        answer,
        isOneOfSome ? { examples: { answered: { $ref: `#/components/examples/${firstId}` } } } : { example: value },
      );
    }
    (found[path] ??= {})[method] = { ...given, responses: withRefusals(responses, refusals[row] ?? {}, bodies) };
  }
  return { paths: found, examples: { ...examples, ...bodies.examples } };
}

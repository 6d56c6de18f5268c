import type { RouteEntry } from '../engine/routing.ts';
import type { RecordedAnswer, RecordedAnswers } from '../rows/recorded-answers.ts';
import type { JsonSchema } from './schemas.ts';

/** The site and the root of its REST interface, as addresses in recorded answers have them. */
const RECORDED_SITE = 'https://site.example';
const RECORDED_ROOT = `${RECORDED_SITE}/rest`;

/** The answers as the site with this REST root gives them. */
function atAddress(answers: RecordedAnswers, restUrl: string): RecordedAnswers {
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
  return JSON.parse(text) as RecordedAnswers;
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

/**
 * The paths with what their operations answered as examples. Methods that are one operation point to one example, which is a component then.
 */
export function withRecordedAnswers(
  paths: Readonly<Record<string, JsonSchema>>,
  entries: readonly RouteEntry[],
  { answers, restUrl }: { answers: RecordedAnswers; restUrl: string },
): { paths: Record<string, JsonSchema>; examples: Record<string, JsonSchema> } {
  const told = atAddress(answers, restUrl);
  const examples: Record<string, JsonSchema> = {};
  const found = Object.entries(paths).map(([path, item]) => {
    const plans = entries.filter((entry) => entry.path === path).flatMap((entry) => entry.plans);
    const operations = Object.entries(item).map(([method, given]) => {
      const operation = given as { operationId: string; responses: JsonSchema };
      const plan = plans.find(({ methods }) => methods.some((one) => one.toLowerCase() === method));
      const [first = ''] = plan?.methods ?? [];
      const answer = told[`${first} ${path}`];
      if (!plan || !answer || !('body' in answer || 'text' in answer)) return [method, operation];
      const value = 'body' in answer ? answer.body : answer.text;
      let example: JsonSchema = { example: value };
      if (plan.methods.length > 1) {
        const name = (item[first.toLowerCase()] as { operationId: string }).operationId;
        examples[name] = { summary: 'What a site answered.', value };
        example = { examples: { answered: { $ref: `#/components/examples/${name}` } } };
      }
      return [method, { ...operation, responses: shown(operation.responses, answer, example) }];
    });
    return [path, Object.fromEntries(operations) as JsonSchema] as const;
  });
  return { paths: Object.fromEntries(found), examples };
}

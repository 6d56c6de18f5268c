import { answerHeaders, answerSchema } from './openapi-answers.ts';
import { metaParameters, pathParameter, queryParameter, requestBody } from './openapi-parameters.ts';
import type { JsonSchema } from './openapi-schemas.ts';
import { shareSchemas } from './openapi-shared.ts';
import { isForEverybody, isOperation, type Plan, statusesOf } from './plan.ts';
import type { Router, RouteEntry } from './routing.ts';
import type { Method } from './table.ts';

export interface OpenApiOptions {
  /** Namespace whose routes are described; `''` = those of the site itself. */
  namespace: string;
  /** Address of the REST root without a trailing slash. */
  restUrl: string;
  title: string;
  version: string;
}

/** Bodies of refusals, and links. */
export const errorSchemas: Readonly<Record<string, JsonSchema>> = {
  Error: {
    type: 'object',
    properties: {
      code: { type: 'string', description: 'What went wrong, for programs.' },
      message: { type: 'string', description: 'What went wrong, for people.' },
      data: {
        type: ['object', 'null'],
        properties: {
          status: { type: 'integer' },
          params: {
            description: 'Parameters that are missing (a list) or invalid (a message by name).',
            anyOf: [
              { type: 'array', items: { type: 'string' } },
              { type: 'object', additionalProperties: { type: 'string' } },
            ],
          },
          details: {
            description: 'By parameter, the failure of its own; an empty list when there is none.',
            anyOf: [{ type: 'object' }, { type: 'array', maxItems: 0 }],
          },
        },
      },
      additional_errors: { type: 'array', items: { $ref: '#/components/schemas/Error' } },
    },
    required: ['code', 'message', 'data'],
  },
  BareError: {
    type: 'object',
    description: 'Some failures of older interfaces have nothing but a sentence.',
    properties: { error: { type: 'string' } },
    required: ['error'],
  },
  Links: {
    type: 'object',
    description: 'Relation → links.',
    additionalProperties: {
      type: 'array',
      items: { type: 'object', properties: { href: { type: 'string' }, embeddable: { type: 'boolean' } }, required: ['href'] },
    },
  },
};

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function operationId(method: Method, path: string): string {
  const words = path
    .split(/[/.-]+/)
    .filter(Boolean)
    .flatMap((part) =>
      part
        .replace(/\{(\w+)\}/g, ' by $1')
        .split(/[^A-Za-z0-9]+/)
        .filter(Boolean),
    );
  return method.toLowerCase() + words.map(capital).join('');
}

function sentences(plan: Plan): { summary?: string; description: string } {
  if (!isOperation(plan.runs)) return { description: 'Answered by the engine itself.' };
  const [root] = plan.runs.roots;
  const said = root?.field.description ?? '';
  const [first = ''] = said.split(/(?<=[.!?])\s/);
  const source = `GraphQL: \`${plan.runs.operation.operation} ${plan.runs.name}\` (${plan.runs.roots.map(({ field }) => field.name).join(', ')}).`;
  return { ...(first && { summary: first.replace(/\.$/, '') }), description: [said, source].filter(Boolean).join('\n\n') };
}

const said: Readonly<Record<number, string>> = { 201: 'Made.', 202: 'Accepted.', 204: 'Done.', 207: 'Each request is answered by itself.' };

function failed(description: string, schemas: readonly string[] = ['Error']): JsonSchema {
  const [first, ...more] = schemas.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return { description, content: { 'application/json': { schema: more.length > 0 ? { anyOf: [first, ...more] } : first } } };
}

function failures(plan: Plan): JsonSchema {
  const { requires, bareErrors = {} } = plan.options;
  const known: Record<string, string> = {
    ...(plan.declared.length > 0 && { 400: 'A parameter is missing or invalid.' }),
    ...(!isForEverybody(plan) && { 401: 'Nobody is signed in, or the credentials are wrong.', 403: 'The caller may not.' }),
    ...(plan.segments.length > 0 && { 404: 'There is no such thing.' }),
    ...(requires && { [requires.status]: requires.message }),
  };
  const bare = new Set(Object.values(bareErrors));
  for (const status of bare) known[String(status)] ??= 'The request cannot be served.';
  return Object.fromEntries(
    Object.entries(known).map(([status, text]) => [status, failed(text, bare.has(Number(status)) ? ['Error', 'BareError'] : ['Error'])]),
  );
}

function responses(plan: Plan): JsonSchema {
  const schema = answerSchema(plan);
  const content = schema && {
    content: { 'application/json': { schema }, ...(plan.answer.xml && { 'text/xml': { schema: { type: 'string' } } }) },
  };
  const answered = statusesOf(plan).map((status) => [
    status,
    { description: said[status] ?? 'Answered.', headers: answerHeaders(plan), ...content },
  ]);
  return { ...Object.fromEntries(answered), ...failures(plan), default: failed('Any other failure.') };
}

/** One operation of a row, with its schemas written out. */
export function operation(plan: Plan, method: Method): JsonSchema {
  const inPath = new Set(plan.segments.map(({ name }) => name));
  const others = plan.declared.filter(({ name }) => !inPath.has(name));
  const travelsInQuery = method === 'GET' || method === 'DELETE';
  const meta = method === 'GET' ? ['_fields', ...(plan.links ? ['_embed'] : []), '_envelope'] : ['_fields', '_envelope'];
  return {
    operationId: operationId(method, plan.path),
    ...sentences(plan),
    ...(plan.namespace && { tags: [plan.namespace] }),
    parameters: [
      ...plan.segments.map((segment) => pathParameter(plan, segment)),
      ...(travelsInQuery ? others.map(queryParameter) : []),
      ...meta.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    ...(!travelsInQuery && others.length > 0 && { requestBody: requestBody(others) }),
    responses: responses(plan),
    // what is public is often read without signing in, whatever else the permission looks at
    security: isForEverybody(plan) || method === 'GET' ? [{}, { basicAuth: [] }] : [{ basicAuth: [] }],
  };
}

function pathItem(entry: RouteEntry): JsonSchema {
  const listed = entry.plans.filter((plan) => !plan.options.unlisted);
  return Object.fromEntries(listed.flatMap((plan) => plan.methods.map((method) => [method.toLowerCase(), operation(plan, method)])));
}

/** Of some schemas those that the texts point to. */
function pointedTo(all: Readonly<Record<string, JsonSchema>>, from: readonly unknown[]): Record<string, JsonSchema> {
  const text = JSON.stringify(from);
  return Object.fromEntries(Object.entries(all).filter(([name]) => text.includes(`"#/components/schemas/${name}"`)));
}

/**
 * The OpenAPI 3.1 document of a namespace, made of its rows: every listed operation with parameters, bodies, success and error answers.
 * Answer schemas come from what the row's operation selects.
 */
export function openApiDocument(router: Router, { namespace, restUrl, title, version }: OpenApiOptions): JsonSchema {
  const entries = router.entries.filter((entry) => entry.namespace === namespace && entry.plans.some((plan) => !plan.options.unlisted));
  const { paths, schemas } = shareSchemas(
    Object.fromEntries(entries.map((entry) => [entry.path, pathItem(entry)])),
    Object.keys(errorSchemas),
  );
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description:
        'Parameters of a write travel in the body (JSON or form) or in the query. OPTIONS on a path describes it; HEAD answers like GET.',
    },
    servers: [{ url: restUrl }],
    ...(namespace && { tags: [{ name: namespace }] }),
    paths,
    components: {
      securitySchemes: {
        basicAuth: { type: 'http', scheme: 'basic', description: 'Login name or e-mail address and an application password.' },
      },
      parameters: metaParameters,
      schemas: { ...pointedTo(errorSchemas, [paths, schemas]), ...schemas },
    },
  };
}

import { responseHeaders, responseSchema } from './responses.ts';
import { errorSchemas, failures, sharedResponses } from './failures.ts';
import { metaParameters, pathParameter, queryParameter, requestBody } from './parameters.ts';
import { withRecordedResponses } from './recorded-responses.ts';
import type { JsonSchema } from './schemas.ts';
import { shareSchemas } from './shared-schemas.ts';
import { isForEverybody, isOperation, type Plan, statusesOf } from '../engine/plan.ts';
import type { RestEngine } from '../engine/rest-engine.ts';
import type { Router, RouteEntry } from '../engine/routing.ts';
import type { Recorded } from '../routes/recorded-responses.ts';
import type { EngineRun } from '../routes/route.ts';
import type { Method } from '../parameters/request.ts';
import { declare } from '../parameters/field-types.ts';

/** Options of a document. */
export interface OpenApiOptions {
  /** Namespace whose routes are described; `''` = routes of the site itself. */
  namespace: string;
  /** Address of the REST root without a trailing slash. */
  restUrl: string;
  title: string;
  version: string;
  /** Recorded responses of the namespace's routes, for examples. */
  recorded?: Recorded;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Tag of operations of the site itself, which belong to no namespace. */
const SITE_TAG = 'site';

/** Returns the tag of a route: the first part of its path below the namespace, the first two parts of a long path, or the namespace for its root. */
function tagOf({ namespace, path }: Pick<Plan, 'namespace' | 'path'>): string {
  const parts = path
    .slice(namespace === '' ? 0 : namespace.length + 1)
    .split('/')
    .filter(Boolean);
  const parameter = parts.findIndex((part) => part.startsWith('{'));
  const names = parameter === -1 ? parts : parts.slice(0, parameter);
  return names.slice(0, names.length > 3 ? 2 : 1).join('/') || namespace || SITE_TAG;
}

/** Returns the sorted tags of a namespace. */
function tagsOf(namespace: string, plans: readonly Pick<Plan, 'namespace' | 'path'>[]): { name: string; description: string }[] {
  const whole = namespace || SITE_TAG;
  return [...new Set(plans.map(tagOf))].sort().map((name) => ({
    name,
    description:
      name !== whole
        ? `Routes below \`/${[namespace, name].filter(Boolean).join('/')}\`.`
        : namespace
          ? `\`/${namespace}\` itself.`
          : 'The site itself.',
  }));
}

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

/** Descriptions of the responses of the engine itself. */
const engineSentences: Readonly<Record<EngineRun['engine'], { summary: string; description: string }>> = {
  index: {
    summary: 'The site and its routes',
    description: 'Name, address and zone of the site, its namespaces and every route with its parameters.',
  },
  namespace: { summary: 'The routes of a namespace', description: 'Every route of the namespace with its methods and parameters.' },
  batch: { summary: 'Several requests in one', description: 'Runs the requests one after another and answers each by itself.' },
  document: {
    summary: 'The description of this interface',
    description: 'The OpenAPI document that the namespace publishes about itself.',
  },
  parameter: { summary: 'What was sent', description: 'Answers the parameters as they were read.' },
  refusal: { summary: 'Not served', description: 'Is always refused.' },
};

function sentences(plan: Plan): { summary?: string; description: string } {
  if (!isOperation(plan.runs)) return engineSentences[plan.runs.engine];
  const [root] = plan.runs.roots;
  const said = root?.field.description ?? '';
  const [first = ''] = said.split(/(?<=[.!?])\s/);
  const source = `GraphQL: \`${plan.runs.operation.operation} ${plan.runs.name}\` (${plan.runs.roots.map(({ field }) => field.name).join(', ')}).`;
  return { ...(first && { summary: first.replace(/\.$/, '') }), description: [said, source].filter(Boolean).join('\n\n') };
}

const said: Readonly<Record<number, string>> = { 201: 'Made.', 202: 'Accepted.', 204: 'Done.', 207: 'Each request is answered by itself.' };

function responses(plan: Plan, method: Method): JsonSchema {
  const schema = responseSchema(plan);
  const content = schema && {
    content: {
      [plan.response.stream ?? 'application/json']: { schema },
      ...(plan.response.xml && { 'text/xml': { schema: { type: 'string' } } }),
    },
  };
  const successes = statusesOf(plan).map((status) => [
    status,
    { description: said[status] ?? 'Answered.', headers: responseHeaders(plan), ...content },
  ]);
  return { ...Object.fromEntries(successes), ...failures(plan, method) };
}

/** Returns the undocumented parameters that declare what they accept, because clients need them. */
const undocumentedOf = ({ options }: Plan) => declare(options.undocumentedParams ?? {}).filter(({ takes }) => takes !== undefined);

/** Returns an operation of a route with inline schemas. */
export function operation(plan: Plan, method: Method): JsonSchema {
  const inPath = new Set(plan.segments.map(({ name }) => name));
  const others = [...plan.declared.filter(({ name }) => !inPath.has(name)), ...undocumentedOf(plan)];
  const travelsInQuery = method === 'GET' || method === 'DELETE';
  const meta = method === 'GET' ? ['_fields', ...(plan.links ? ['_embed'] : []), '_envelope'] : ['_fields', '_envelope'];
  return {
    operationId: operationId(method, plan.path),
    ...sentences(plan),
    tags: [tagOf(plan)],
    parameters: [
      ...plan.segments.map((segment) => pathParameter(plan, segment)),
      ...(travelsInQuery ? others.map((one) => queryParameter(plan, one)) : []),
      ...meta.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    ...(!travelsInQuery && others.length > 0 && { requestBody: requestBody(plan, others) }),
    responses: responses(plan, method),
    // public data may be read without signing in, even if the permission depends on the caller
    security: isForEverybody(plan) || method === 'GET' ? [{}, { basicAuth: [] }] : [{ basicAuth: [] }],
  };
}

function pathItem(entry: RouteEntry): JsonSchema {
  return Object.fromEntries(entry.plans.flatMap((plan) => plan.methods.map((method) => [method.toLowerCase(), operation(plan, method)])));
}

/** Returns the components that a document refers to. */
export function pointedTo(kind: string, all: Readonly<Record<string, JsonSchema>>, from: unknown): Record<string, JsonSchema> {
  const text = JSON.stringify(from);
  return Object.fromEntries(Object.entries(all).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)));
}

/**
 * Creates the OpenAPI 3.1 document of a namespace from its routes: every operation with parameters, bodies, success and error responses. Response
 * schemas follow from the selection of the route's operation.
 */
export function openApiDocument(
  router: Router,
  { namespace, restUrl, title, version, recorded = { responses: {}, refusals: {} } }: OpenApiOptions,
): JsonSchema {
  const entries = router.entries.filter((entry) => entry.namespace === namespace);
  const { paths: described, schemas } = shareSchemas(
    Object.fromEntries(entries.map((entry) => [entry.path, pathItem(entry)])),
    Object.keys(errorSchemas),
  );
  const { paths, examples } = withRecordedResponses(described, entries, { ...recorded, restUrl });
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      contact: { name: 'The operators of this site', url: restUrl.replace(/\/[^/]*$/, '/') },
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Parameters of a write travel in the body (JSON or form) or in the query. OPTIONS on a path describes it; HEAD answers like GET, where GET only reads.',
    },
    servers: [{ url: restUrl }],
    tags: tagsOf(
      namespace,
      entries.flatMap(({ plans }) => plans),
    ),
    paths,
    components: {
      securitySchemes: {
        basicAuth: { type: 'http', scheme: 'basic', description: 'Login name or e-mail address and an application password.' },
      },
      parameters: pointedTo('parameters', metaParameters, described),
      responses: pointedTo('responses', sharedResponses, described),
      ...(Object.keys(examples).length > 0 && { examples }),
      schemas: { ...pointedTo('schemas', errorSchemas, [described, schemas, sharedResponses]), ...schemas },
    },
  };
}

/** Returns the names of all namespaces and a function that creates their documents with recorded examples. */
export function documentsOf(
  { router, recorded }: Pick<RestEngine, 'router' | 'recorded'>,
  about: Pick<OpenApiOptions, 'restUrl' | 'version'>,
) {
  return {
    namespaces: [...new Set(router.entries.map(({ namespace }) => namespace))].sort(),
    of: (namespace: string, title: string) => openApiDocument(router, { ...about, namespace, title, recorded: recorded(namespace) }),
  };
}

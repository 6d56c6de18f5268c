import { describeResponseHeaders, createResponseSchema, getStatuses } from './responses.ts';
import { describeStatus, errorSchemas, describeFailures, sharedResponses } from './failures.ts';
import { metaParameters, describePathParameter, describeQueryParameter, describeRequestBody } from './parameters.ts';
import { withRecordedResponses } from './recorded-responses.ts';
import type { JsonSchema } from './schemas.ts';
import { shareSchemas } from './shared-schemas.ts';
import { isPublic, isOperation, type Plan } from '../engine/plan.ts';
import type { RestEngine } from '../engine/rest-engine.ts';
import type { Router, RouteEntry } from '../engine/routing.ts';
import type { RecordedExamples } from '../routes/recorded-responses.ts';
import type { EngineRun } from '../routes/route.ts';
import type { Method } from '../parameters/request.ts';
import { declare } from '../parameters/field-types.ts';

/** Options of a document. */
export interface OpenApiOptions {
  /** Namespace whose routes are described. An empty string means the routes of the site itself. */
  namespace: string;
  /** URL of the REST root without a trailing slash. */
  restUrl: string;
  title: string;
  version: string;
  /** Recorded responses of the namespace's routes, for examples. */
  recorded?: RecordedExamples;
}

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Tag of operations of the site itself, which belong to no namespace. */
const SITE_TAG = 'site';

/**
 * Returns the tag of a route: the first part of its path below the namespace, or the first two of a long path. The root has the namespace as its tag.
 */
function getTag({ namespace, path }: Pick<Plan, 'namespace' | 'path'>): string {
  const parts = path
    .slice(namespace === '' ? 0 : namespace.length + 1)
    .split('/')
    .filter(Boolean);
  const parameter = parts.findIndex((part) => part.startsWith('{'));
  const fixed = parameter === -1 ? parts : parts.slice(0, parameter);
  return fixed.slice(0, fixed.length > 3 ? 2 : 1).join('/') || namespace || SITE_TAG;
}

/** Returns the sorted tags of a namespace. */
function getTags(namespace: string, plans: readonly Pick<Plan, 'namespace' | 'path'>[]): { name: string; description: string }[] {
  const rootTag = namespace || SITE_TAG;
  return [...new Set(plans.map(getTag))].sort().map((name) => ({
    name,
    description:
      name !== rootTag
        ? `Routes below \`/${[namespace, name].filter(Boolean).join('/')}\`.`
        : namespace
          ? `The index of \`/${namespace}\`.`
          : 'The site itself.',
  }));
}

function createOperationId(method: Method, path: string): string {
  const words = path
    .split(/[/.-]+/)
    .filter(Boolean)
    .flatMap((part) =>
      part
        .replace(/\{(\w+)\}/g, ' by $1')
        .split(/[^A-Za-z0-9]+/)
        .filter(Boolean),
    );
  return method.toLowerCase() + words.map(capitalize).join('');
}

/** Summaries and descriptions of the operations that the engine itself serves. */
const engineTexts: Readonly<Record<EngineRun['engine'], { summary: string; description: string }>> = {
  index: {
    summary: 'The site and its routes',
    description: 'The name, URL and time zone of the site, its namespaces, and every route with its parameters.',
  },
  namespace: { summary: 'Routes of the namespace', description: 'Every route of the namespace with its methods and parameters.' },
  batch: { summary: 'Runs several requests', description: 'Runs the requests one after another and returns a response for each.' },
  document: {
    summary: 'OpenAPI document of the namespace',
    description: 'The OpenAPI document that the namespace publishes about itself.',
  },
  parameter: { summary: 'The decoded parameters', description: 'Returns the parameters as the server read them.' },
  refusal: { summary: 'Not supported', description: 'Every request is refused.' },
};

const MAX_SUMMARY_LENGTH = 72;

/** Returns the first sentence of a description up to a semicolon. If the result is too long, ends it at the first comma or colon. */
function summarize(description: string): string {
  const [sentence = ''] = description.split(/(?<=[.!?])\s/);
  const [clause = ''] = sentence
    .replace(/^For old clients: /, '')
    .replace(/\.$/, '')
    .split(';');
  return capitalize(clause.length > MAX_SUMMARY_LENGTH ? (clause.split(/[,:] /)[0] ?? '') : clause);
}

function getOperationTexts({ runs, options }: Plan): { summary: string; description: string } {
  if (!isOperation(runs)) return engineTexts[runs.engine];
  const [root] = runs.roots;
  const description = root?.field.description ?? '';
  const source = `GraphQL: \`${runs.operation.operation} ${runs.name}\` (${runs.roots.map(({ field }) => field.name).join(', ')}).`;
  return { summary: options.summary ?? summarize(description), description: [description, source].filter(Boolean).join('\n\n') };
}

function describeResponses(plan: Plan, method: Method): JsonSchema {
  const schema = createResponseSchema(plan);
  const content = schema && {
    content: {
      [plan.response.stream ?? 'application/json']: { schema },
      ...(plan.response.xml && { 'text/xml': { schema: { type: 'string' } } }),
    },
  };
  const successes = getStatuses(plan).map((status) => [
    status,
    { description: describeStatus(status), headers: describeResponseHeaders(plan), ...content },
  ]);
  return { ...Object.fromEntries(successes), ...describeFailures(plan, method) };
}

/** Returns the undocumented parameters that declare what they accept, because clients need them. */
const findUndocumented = ({ options }: Plan) =>
  declare(options.undocumentedParams ?? {}).filter(({ acceptedSchema }) => acceptedSchema !== undefined);

/** Returns an operation of a route with inline schemas. */
export function describeOperation(plan: Plan, method: Method): JsonSchema {
  const inPath = new Set(plan.segments.map(({ name }) => name));
  const others = [...plan.declared.filter(({ name }) => !inPath.has(name)), ...findUndocumented(plan)];
  const sendsQuery = method === 'GET' || method === 'DELETE';
  const meta = method === 'GET' ? ['_fields', ...(plan.links ? ['_embed'] : []), '_envelope'] : ['_fields', '_envelope'];
  return {
    operationId: createOperationId(method, plan.path),
    ...getOperationTexts(plan),
    tags: [getTag(plan)],
    parameters: [
      ...plan.segments.map((segment) => describePathParameter(plan, segment)),
      ...(sendsQuery ? others.map((parameter) => describeQueryParameter(plan, parameter)) : []),
      ...meta.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    ...(!sendsQuery && others.length > 0 && { requestBody: describeRequestBody(plan, others) }),
    responses: describeResponses(plan, method),
    // public data may be read without signing in, even if the permission depends on the caller
    security: isPublic(plan) || method === 'GET' ? [{}, { basicAuth: [] }] : [{ basicAuth: [] }],
  };
}

function describePathItem(entry: RouteEntry): JsonSchema {
  return Object.fromEntries(
    entry.plans.flatMap((plan) => plan.methods.map((method) => [method.toLowerCase(), describeOperation(plan, method)])),
  );
}

/** Returns the components of a kind that a part of the document references. */
export function selectReferencedComponents(
  kind: string,
  components: Readonly<Record<string, JsonSchema>>,
  referrer: unknown,
): Record<string, JsonSchema> {
  const text = JSON.stringify(referrer);
  return Object.fromEntries(Object.entries(components).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)));
}

/**
 * Creates the OpenAPI 3.1 document of a namespace from its routes: every operation with parameters, bodies, success and error responses. Response
 * schemas follow from the selection of the route's operation.
 */
export function createOpenApiDocument(
  router: Router,
  { namespace, restUrl, title, version, recorded = { responses: {}, refusals: {} } }: OpenApiOptions,
): JsonSchema {
  const entries = router.entries.filter((entry) => entry.namespace === namespace);
  const { paths: described, schemas } = shareSchemas(
    Object.fromEntries(entries.map((entry) => [entry.path, describePathItem(entry)])),
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
        'Send the parameters of a write in the body (JSON or form) or in the query. OPTIONS on a path describes its routes. HEAD responds like GET, but not on routes whose GET writes.',
    },
    servers: [{ url: restUrl }],
    tags: getTags(
      namespace,
      entries.flatMap(({ plans }) => plans),
    ),
    paths,
    components: {
      securitySchemes: {
        basicAuth: { type: 'http', scheme: 'basic', description: 'Login name or e-mail address and an application password.' },
      },
      parameters: selectReferencedComponents('parameters', metaParameters, described),
      responses: selectReferencedComponents('responses', sharedResponses, described),
      ...(Object.keys(examples).length > 0 && { examples }),
      schemas: { ...selectReferencedComponents('schemas', errorSchemas, [described, schemas, sharedResponses]), ...schemas },
    },
  };
}

/** Returns the names of all namespaces and a function that creates their documents with recorded examples. */
export function createDocuments(
  { router, recorded }: Pick<RestEngine, 'router' | 'recorded'>,
  about: Pick<OpenApiOptions, 'restUrl' | 'version'>,
) {
  return {
    namespaces: [...new Set(router.entries.map(({ namespace }) => namespace))].sort(),
    of: (namespace: string, title: string) => createOpenApiDocument(router, { ...about, namespace, title, recorded: recorded(namespace) }),
  };
}

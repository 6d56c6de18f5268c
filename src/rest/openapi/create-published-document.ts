import { convertToOpenApi30 } from './openapi-30.ts';
import { createResponseSchema } from './responses.ts';
import { describeOperation, selectReferencedComponents } from './document.ts';
import { errorSchemas, sharedResponses } from './failures.ts';
import { createRequestSchema } from './parameters.ts';
import type { NamedSchema, PublishedDocument } from '../routes/published-document.ts';
import type { JsonSchema } from './schemas.ts';
import type { Plan } from '../engine/plan.ts';
import type { Method } from '../parameters/request.ts';

const isMap = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Finds routes of one namespace by a key such as `GET /events/{id}`, with the path below the namespace. */
class RouteFinder {
  readonly #plans: readonly Plan[];
  readonly #namespace: string;

  constructor(plans: readonly Plan[], namespace: string) {
    this.#plans = plans;
    this.#namespace = namespace;
  }

  find(key: string): { plan: Plan; method: Method } {
    const [method = '', path = ''] = key.split(' ');
    const plan = this.#plans.find((route) => route.path === `/${this.#namespace}${path}` && route.methods.includes(method as Method));
    if (!plan) throw new Error(`The document of ${this.#namespace} names ${key}, which no route serves.`);
    return { plan, method: method as Method };
  }
}

/** Returns the schema of a nested property. Follows the first alternative of `anyOf`. Throws if the property is missing. */
function getSchema(schema: JsonSchema, keys: readonly string[]): JsonSchema {
  let part: unknown = schema;
  for (const key of keys) {
    const inner = isMap(part) ? ((part['properties'] as JsonSchema | undefined)?.[key] ?? part[key]) : undefined;
    part = isMap(inner) && Array.isArray(inner['anyOf']) ? inner['anyOf'][0] : inner;
  }
  if (!isMap(part)) throw new Error(`The document names a part ${keys.join('.')} that its route does not return.`);
  return part;
}

/** Returns an object schema with only some of its properties. */
function pickProperties(schema: JsonSchema, isPicked: (name: string) => boolean): JsonSchema {
  const { required: allRequired, properties: all, ...others } = schema;
  const properties = Object.fromEntries(Object.entries((all ?? {}) as JsonSchema).filter(([name]) => isPicked(name)));
  const required = ((allRequired ?? []) as string[]).filter(isPicked);
  return { ...others, properties, ...(required.length > 0 && { required }) };
}

/** Returns the schema of a component without references, from the response or the request body of a route. */
function inlineSchema(routes: RouteFinder, named: NamedSchema): JsonSchema {
  if (named.literal) return named.literal;
  const { plan } = routes.find(named.route ?? '');
  const schema = named.body
    ? createRequestSchema(plan.declared.filter(({ name }) => !plan.segments.some((segment) => segment.name === name)))
    : (createResponseSchema(plan) ?? {});
  const part = getSchema(schema, named.at ?? []);
  const { only } = named;
  return only ? pickProperties(part, (name) => only.includes(name)) : part;
}

const createReference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/**
 * Replaces every named schema within a value by a reference. Keeps the value itself if `isComponent` is true. The keys of `names` are the schemas as
 * JSON, without their descriptions.
 */
function withReferences(value: unknown, names: ReadonlyMap<string, string>, isComponent = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, names));
  if (!isMap(value)) return value;
  const { description: _description, ...bare } = value;
  const name = isComponent ? undefined : names.get(JSON.stringify(bare));
  return name === undefined
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withReferences(inner, names)]))
    : createReference(name);
}

function buildComponents(
  routes: RouteFinder,
  schemas: PublishedDocument['schemas'],
): { definitions: JsonSchema; names: Map<string, string> } {
  const inline = new Map(Object.entries(schemas).map(([name, named]) => [name, inlineSchema(routes, named)]));
  const names = new Map(
    [...inline]
      .filter(([name]) => !schemas[name]?.only && !schemas[name]?.literal)
      .map(([name, { description: _description, ...bare }]) => [JSON.stringify(bare), name]),
  );
  const definitions = Object.fromEntries(
    [...inline].map(([name, schema]) => {
      const base = schemas[name]?.extends;
      if (base === undefined) return [name, withReferences(schema, names, true)];
      const inherited = new Set(Object.keys((inline.get(base)?.['properties'] ?? {}) as JsonSchema));
      const own = pickProperties(schema, (property) => !inherited.has(property));
      return [name, { allOf: [createReference(base), withReferences(own, names, true)] }];
    }),
  );
  return { definitions, names };
}

function keepFormOnly(body: unknown): unknown {
  if (!isMap(body)) return body;
  const form = 'application/x-www-form-urlencoded';
  return { ...body, content: { [form]: (body['content'] as JsonSchema)[form] } };
}

/** Creates the document that a namespace publishes about itself. Throws if it names an operation that no route serves. */
export function createPublishedDocument(
  plans: readonly Plan[],
  namespace: string,
  restUrl: string,
  declaration: PublishedDocument,
): JsonSchema {
  const routes = new RouteFinder(plans, namespace);
  const { definitions, names } = buildComponents(routes, declaration.schemas);
  const paths: Record<string, JsonSchema> = {};
  for (const [key, operationId] of Object.entries(declaration.operations)) {
    const { plan, method } = routes.find(key);
    const path = plan.path.slice(namespace.length + 1);
    const described = describeOperation(plan, method);
    const parameters = (described['parameters'] as JsonSchema[])
      .filter((parameter) => !('$ref' in parameter))
      .map((parameter) => ({ required: false, ...parameter }));
    const responses = described['responses'] as JsonSchema;
    const success = Object.keys(responses)[0] ?? '200';
    const literalName = Object.entries(declaration.schemas).find(([, { literal, route }]) => literal && route === key)?.[0];
    if (literalName !== undefined)
      responses[success] = {
        ...(responses[success] as JsonSchema),
        content: { 'application/json': { schema: createReference(literalName) } },
      };
    const extra = Object.fromEntries((declaration.extraStatuses?.[key] ?? []).map((status) => [status, responses[success]]));
    const { tags: _tags, security: _security, requestBody, ...members } = described;
    const tag = path.split('/')[1] ?? '';
    (paths[path] ??= {})[method.toLowerCase()] = {
      ...members,
      operationId,
      tags: [declaration.tags.find(({ name }) => name.toLowerCase() === tag)?.name ?? declaration.tags[0]?.name],
      security: (described['security'] as JsonSchema[]).map((scheme) => ('basicAuth' in scheme ? { [declaration.security]: [] } : scheme)),
      parameters,
      ...(requestBody !== undefined && { requestBody: declaration.formsOnly ? keepFormOnly(requestBody) : requestBody }),
      responses: { ...responses, ...extra },
    };
  }
  const described = withReferences(paths, names);
  return {
    openapi: declaration.openapi,
    info: declaration.info,
    tags: declaration.tags,
    servers: [{ url: `${restUrl}/${namespace}${declaration.serverSuffix}` }],
    paths: convertToOpenApi30(described),
    components: {
      schemas: convertToOpenApi30(
        { ...selectReferencedComponents('schemas', errorSchemas, [described, definitions, sharedResponses]), ...definitions },
        true,
      ),
      responses: convertToOpenApi30(selectReferencedComponents('responses', sharedResponses, described)),
      securitySchemes: { [declaration.security]: { type: 'http', scheme: 'basic' } },
    },
  };
}

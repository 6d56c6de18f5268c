import { inOpenApi30 } from './openapi-30.ts';
import { responseSchema } from './responses.ts';
import { operation, pointedTo } from './document.ts';
import { errorSchemas, sharedResponses } from './failures.ts';
import { requestSchema } from './parameters.ts';
import type { NamedSchema, PublishedDocument } from '../routes/published-document.ts';
import type { JsonSchema } from './schemas.ts';
import type { Plan } from '../engine/plan.ts';
import type { Method } from '../parameters/request.ts';

const isMap = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Finds routes of one namespace by method and path below it. */
class RouteFinder {
  readonly #plans: readonly Plan[];
  readonly #namespace: string;

  constructor(plans: readonly Plan[], namespace: string) {
    this.#plans = plans;
    this.#namespace = namespace;
  }

  find(key: string): { plan: Plan; method: Method } {
    const [method = '', path = ''] = key.split(' ');
    const plan = this.#plans.find((one) => one.path === `/${this.#namespace}${path}` && one.methods.includes(method as Method));
    if (!plan) throw new Error(`The document of ${this.#namespace} names ${key}, which no route serves.`);
    return { plan, method: method as Method };
  }
}

function partAt(schema: JsonSchema, keys: readonly string[]): JsonSchema {
  let at: unknown = schema;
  for (const key of keys) {
    const inner = isMap(at) ? ((at['properties'] as JsonSchema | undefined)?.[key] ?? at[key]) : undefined;
    at = isMap(inner) && Array.isArray(inner['anyOf']) ? inner['anyOf'][0] : inner;
  }
  if (!isMap(at)) throw new Error(`The document names a part ${keys.join('.')} that its route does not return.`);
  return at;
}

function picked(schema: JsonSchema, names: (name: string) => boolean): JsonSchema {
  const { required, properties, ...rest } = schema;
  const kept = Object.fromEntries(Object.entries((properties ?? {}) as JsonSchema).filter(([name]) => names(name)));
  const needed = ((required ?? []) as string[]).filter(names);
  return { ...rest, properties: kept, ...(needed.length > 0 && { required: needed }) };
}

/** Returns the complete schema of a name, taken from a response or body. */
function wholeOf(routes: RouteFinder, named: NamedSchema): JsonSchema {
  if (named.literal) return named.literal;
  const { plan } = routes.find(named.route ?? '');
  const schema = named.body
    ? requestSchema(plan.declared.filter(({ name }) => !plan.segments.some((segment) => segment.name === name)))
    : (responseSchema(plan) ?? {});
  const part = partAt(schema, named.at ?? []);
  const { only } = named;
  return only ? picked(part, (name) => only.includes(name)) : part;
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Replaces every named schema within a value by a reference. */
function pointed(value: unknown, names: ReadonlyMap<string, string>, isTop = false): unknown {
  if (Array.isArray(value)) return value.map((one) => pointed(one, names));
  if (!isMap(value)) return value;
  const { description: _description, ...bare } = value;
  const name = isTop ? undefined : names.get(JSON.stringify(bare));
  return name === undefined
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, pointed(inner, names)]))
    : reference(name);
}

function components(routes: RouteFinder, schemas: PublishedDocument['schemas']): { definitions: JsonSchema; names: Map<string, string> } {
  const wholes = new Map(Object.entries(schemas).map(([name, named]) => [name, wholeOf(routes, named)]));
  const names = new Map(
    [...wholes]
      .filter(([name]) => !schemas[name]?.only && !schemas[name]?.literal)
      .map(([name, { description: _description, ...whole }]) => [JSON.stringify(whole), name]),
  );
  const definitions = Object.fromEntries(
    [...wholes].map(([name, whole]) => {
      const base = schemas[name]?.extends;
      if (base === undefined) return [name, pointed(whole, names, true)];
      const known = new Set(Object.keys((wholes.get(base)?.['properties'] ?? {}) as JsonSchema));
      return [
        name,
        {
          allOf: [
            reference(base),
            pointed(
              picked(whole, (property) => !known.has(property)),
              names,
              true,
            ),
          ],
        },
      ];
    }),
  );
  return { definitions, names };
}

function formOnly(body: unknown): unknown {
  if (!isMap(body)) return body;
  const form = 'application/x-www-form-urlencoded';
  return { ...body, content: { [form]: (body['content'] as JsonSchema)[form] } };
}

/** Creates the document that a namespace publishes about itself from its routes. Throws if it names a path that no route serves. */
export function publishedDocument(plans: readonly Plan[], namespace: string, restUrl: string, profile: PublishedDocument): JsonSchema {
  const routes = new RouteFinder(plans, namespace);
  const { definitions, names } = components(routes, profile.schemas);
  const paths: Record<string, JsonSchema> = {};
  for (const [key, operationId] of Object.entries(profile.operations)) {
    const { plan, method } = routes.find(key);
    const path = plan.path.slice(namespace.length + 1);
    const described = operation(plan, method);
    const parameters = (described['parameters'] as JsonSchema[])
      .filter((parameter) => !('$ref' in parameter))
      .map((parameter) => ({ required: false, ...parameter }));
    const responses = described['responses'] as JsonSchema;
    const success = Object.keys(responses)[0] ?? '200';
    const said = Object.entries(profile.schemas).find(([, { literal, route }]) => literal && route === key)?.[0];
    if (said !== undefined)
      responses[success] = { ...(responses[success] as JsonSchema), content: { 'application/json': { schema: reference(said) } } };
    const extra = Object.fromEntries((profile.extraStatuses?.[key] ?? []).map((status) => [status, responses[success]]));
    const { tags: _tags, security: _security, requestBody, ...rest } = described;
    const tag = path.split('/')[1] ?? '';
    (paths[path] ??= {})[method.toLowerCase()] = {
      ...rest,
      operationId,
      tags: [profile.tags.find(({ name }) => name.toLowerCase() === tag)?.name ?? profile.tags[0]?.name],
      security: (described['security'] as JsonSchema[]).map((one) => ('basicAuth' in one ? { [profile.security]: [] } : one)),
      parameters,
      ...(requestBody !== undefined && { requestBody: profile.formsOnly ? formOnly(requestBody) : requestBody }),
      responses: { ...responses, ...extra },
    };
  }
  const described = pointed(paths, names);
  return {
    openapi: profile.openapi,
    info: profile.info,
    tags: profile.tags,
    servers: [{ url: `${restUrl}/${namespace}${profile.serverSuffix}` }],
    paths: inOpenApi30(described),
    components: {
      schemas: inOpenApi30({ ...pointedTo('schemas', errorSchemas, [described, definitions, sharedResponses]), ...definitions }, true),
      responses: inOpenApi30(pointedTo('responses', sharedResponses, described)),
      securitySchemes: { [profile.security]: { type: 'http', scheme: 'basic' } },
    },
  };
}

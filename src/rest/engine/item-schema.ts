import { getNamedType, type GraphQLOutputType, isEnumType, isListType, isNonNullType } from 'graphql';
import type { ParameterSchema } from '../parameters/schema.ts';
import type { LinkDefinition } from '../routes/route.ts';
import { isOperation, type Plan } from './plan.ts';
import type { RouteEntry } from './routing.ts';
import type { Shape, ShapeField } from '../response/shape.ts';

type JsonSchema = Record<string, unknown>;

const scalars: Record<string, JsonSchema> = {
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  ID: { type: 'string' },
  String: { type: 'string' },
  HTML: { type: 'string' },
  LocalDateTime: { type: 'string', format: 'date-time' },
  DateTime: { type: 'string', format: 'date-time' },
  JSON: {},
};

function createTypeSchema(type: GraphQLOutputType, child: Shape | null): JsonSchema {
  if (isNonNullType(type)) return createTypeSchema(type.ofType, child);
  if (isListType(type)) return { type: 'array', items: createTypeSchema(type.ofType, child) };
  if (child) return { type: 'object', properties: createProperties(child) };
  const named = getNamedType(type);
  if (isEnumType(named)) return { type: 'string' };
  return scalars[named.name] ?? {};
}

function createFieldSchema(field: ShapeField): JsonSchema {
  const plain = field.directives.text ? { type: 'string' } : createTypeSchema(field.type, field.child);
  const schema = field.directives.convertSchema?.(plain) ?? plain;
  return {
    ...(field.description && { description: field.description }),
    ...schema,
    ...(field.directives.contexts && { context: [...field.directives.contexts] }),
  };
}

/** Returns the JSON schema properties of a shape by published name. */
function createProperties(shape: Shape): JsonSchema {
  const properties: JsonSchema = {};
  for (const field of shape.fields) {
    if (field.directives.hidden || field.directives.masks) continue;
    if (field.directives.inline && field.child && field.directives.into === null) Object.assign(properties, createProperties(field.child));
    else if (field.directives.into === null) properties[field.directives.key] = createFieldSchema(field);
    else {
      const holder = (properties[field.directives.into] ??= { type: 'object', properties: {} }) as { properties: JsonSchema };
      if (field.directives.inline && field.child) Object.assign(holder.properties, createProperties(field.child));
      else holder.properties[field.directives.key] = createFieldSchema(field);
    }
  }
  return properties;
}

/** Returns the parameters of the routes that write at this path. If several routes have a parameter, the schema of the last route applies. */
function findWritableParameters(entry: RouteEntry): ReadonlyMap<string, ParameterSchema> {
  const writes = entry.plans.filter((plan) => !plan.methods.includes('GET') && !plan.methods.includes('DELETE'));
  const declared = writes.flatMap((plan) => plan.declared.filter(({ name }) => !plan.segments.some((segment) => segment.name === name)));
  return new Map(declared.map(({ name, schema }) => [name, schema]));
}

/** Keywords of a parameter's schema that also apply to its member. */
const sharedKeywords = ['title', 'type', 'format', 'enum', 'items', 'minimum', 'maximum', 'pattern'] as const;

/** Adds the keywords of the parameter with the same name to a member. An open map also gets the properties of the parameter. */
function withKeywords(member: JsonSchema, parameter: ParameterSchema): JsonSchema {
  const { properties } = parameter;
  return {
    ...member,
    ...Object.fromEntries(sharedKeywords.flatMap((key) => (parameter[key] === undefined ? [] : [[key, parameter[key]]]))),
    ...(!('properties' in member) && properties !== undefined && { properties }),
  };
}

/** Adds the context of an object to its members without a context. Marks members that the parameter does not accept as read-only. */
function withContexts(
  members: Record<string, JsonSchema>,
  context: unknown,
  parameter: ParameterSchema | undefined,
): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      const isReadOnly = parameter === undefined || parameter.properties?.[name]?.readonly === true;
      return [name, { ...member, context: member['context'] ?? context, ...(isReadOnly && { readonly: true }) }];
    }),
  );
}

/** Expands a compact relation such as `core:action-publish` to its URL. */
const expandRelation = (rel: string, base: string) => rel.replace(/^\w+:/, () => base);

/** Returns the links for actions that the caller may perform, with the members that each action accepts. */
function createActionLinks(
  { response }: Plan,
  { restUrl, relationBase, properties }: SchemaScope & { properties: Record<string, JsonSchema> },
): JsonSchema[] {
  const links = Object.entries(response.links ?? {}).flatMap(([rel, definitions]) =>
    [definitions].flat().map((link: LinkDefinition) => ({ rel, link })),
  );
  return links.flatMap(({ rel, link: { href, action } }) => {
    if (!action) return [];
    const acceptedMembers = Object.fromEntries(
      action.takes.map((name) => [
        name,
        action.as?.[name] ??
          Object.fromEntries(
            sharedKeywords.flatMap((keyword) => (properties[name]?.[keyword] === undefined ? [] : [[keyword, properties[name][keyword]]])),
          ),
      ]),
    );
    return [
      {
        rel: expandRelation(rel, relationBase),
        title: action.title,
        href: restUrl + href,
        targetSchema: { type: 'object', properties: acceptedMembers },
      },
    ];
  });
}

/** Base URLs of a schema. */
export interface SchemaScope {
  restUrl: string;
  relationBase: string;
}

/** Returns the JSON schema (draft 4) of the item that the routes of a path read or write, or null if none of them has a title. */
export function createItemSchema(entry: RouteEntry, scope: SchemaScope): JsonSchema | null {
  const plan = entry.plans.find(({ runs, options }) => isOperation(runs) && options.title !== undefined);
  if (!plan || !isOperation(plan.runs) || !plan.runs.itemShape) return null;
  const parameters = findWritableParameters(entry);
  const properties = createProperties(plan.runs.itemShape) as Record<string, JsonSchema>;
  for (const [name, member] of Object.entries(properties)) {
    const parameter = parameters.get(name);
    const schema = parameter ? withKeywords(member, parameter) : { ...member, readonly: true };
    const context = schema['context'] ?? ['view', 'embed', 'edit'];
    const members = schema['properties'] as Record<string, JsonSchema> | undefined;
    // only the parameter describes the members of an open map
    const isOpen = !('properties' in member);
    properties[name] = { ...schema, context, ...(members && { properties: isOpen ? members : withContexts(members, context, parameter) }) };
  }
  const links = createActionLinks(plan, { ...scope, properties });
  const { title } = plan.options;
  return { $schema: 'http://json-schema.org/draft-04/schema#', title, type: 'object', properties, ...(links.length > 0 && { links }) };
}

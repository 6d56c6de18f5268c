import { getNamedType, type GraphQLOutputType, isEnumType, isListType, isNonNullType } from 'graphql';
import { isOperation, type Plan } from './plan.ts';
import type { RouteEntry } from './routing.ts';
import type { Shape, ShapeField } from './shape.ts';

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

function typeSchema(type: GraphQLOutputType, child: Shape | null): JsonSchema {
  if (isNonNullType(type)) return typeSchema(type.ofType, child);
  if (isListType(type)) return { type: 'array', items: typeSchema(type.ofType, child) };
  if (child) return { type: 'object', properties: propertiesOf(child) };
  const named = getNamedType(type);
  if (isEnumType(named)) return { type: 'string' };
  return scalars[named.name] ?? {};
}

function fieldSchema(field: ShapeField): JsonSchema {
  const plain = field.words.text ? { type: 'string' } : typeSchema(field.type, field.child);
  const schema = field.words.changedSchema?.(plain) ?? plain;
  return {
    ...(field.description && { description: field.description }),
    ...schema,
    ...(field.words.contexts && { context: [...field.words.contexts] }),
  };
}

/** JSON schema properties of a shape, under the names that are sent. */
export function propertiesOf(shape: Shape): JsonSchema {
  const properties: JsonSchema = {};
  for (const field of shape.fields) {
    if (field.words.hidden || field.words.masks) continue;
    if (field.words.inline && field.child && field.words.into === null) Object.assign(properties, propertiesOf(field.child));
    else if (field.words.into === null) properties[field.words.key] = fieldSchema(field);
    else {
      const holder = (properties[field.words.into] ??= { type: 'object', properties: {} }) as { properties: JsonSchema };
      if (field.words.inline && field.child) Object.assign(holder.properties, propertiesOf(field.child));
      else holder.properties[field.words.key] = fieldSchema(field);
    }
  }
  return properties;
}

/** The names a client may write on this route. */
function writable(entry: RouteEntry): Set<string> {
  return new Set(
    entry.plans
      .filter((plan) => !plan.methods.includes('GET') && !plan.methods.includes('DELETE'))
      .flatMap((plan) => plan.declared.map((d) => d.name).filter((name) => !plan.segments.some((segment) => segment.name === name))),
  );
}

/** JSON schema (draft 4) of the item a route reads or writes; null where no row names one. */
export function schemaOf(entry: RouteEntry): JsonSchema | null {
  const plan = entry.plans.find((p): p is Plan => isOperation(p.runs) && p.options.title !== undefined);
  if (!plan || !isOperation(plan.runs) || !plan.runs.itemShape) return null;
  const written = writable(entry);
  const properties = propertiesOf(plan.runs.itemShape) as Record<string, JsonSchema>;
  for (const [name, schema] of Object.entries(properties)) {
    schema['context'] ??= ['view', 'embed', 'edit'];
    if (!written.has(name)) schema['readonly'] = true;
  }
  return { $schema: 'http://json-schema.org/draft-04/schema#', title: plan.options.title, type: 'object', properties };
}

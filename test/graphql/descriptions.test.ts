import { type GraphQLArgument, isEnumType, isInputObjectType, isInterfaceType, isObjectType, isSpecifiedScalarType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createPublicSchema } from '../../graphql/schema.ts';
import { getSharedSchema } from '../support/app.ts';

/** Yields every described member of the public schema with its path. */
function* describedMembers(): Generator<[path: string, description: string]> {
  const schema = createPublicSchema(getSharedSchema());
  const args = function* (path: string, list: readonly GraphQLArgument[]): Generator<[string, string]> {
    for (const { name, description } of list) yield [`${path}(${name}:)`, description ?? ''];
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || isSpecifiedScalarType(type)) continue;
    yield [type.name, type.description ?? ''];
    if (isEnumType(type)) for (const { name, description } of type.getValues()) yield [`${type.name}.${name}`, description ?? ''];
    if (isInputObjectType(type))
      for (const { name, description } of Object.values(type.getFields())) yield [`${type.name}.${name}`, description ?? ''];
    if (isObjectType(type) || isInterfaceType(type))
      for (const field of Object.values(type.getFields())) {
        yield [`${type.name}.${field.name}`, field.description ?? ''];
        yield* args(`${type.name}.${field.name}`, field.args);
      }
  }
  for (const directive of schema.getDirectives()) yield* args(`@${directive.name}`, directive.args);
}

describe('Descriptions of the public schema', () => {
  it('are sentences of at least three words', () => {
    const incomplete = [...describedMembers()].filter(([, text]) => text.trim().split(/\s+/).length < 3 || !/[.!?)…”`]$/.test(text.trim()));
    expect(incomplete.map(([path, text]) => `${path}: ${text}`)).toEqual([]);
  });
});

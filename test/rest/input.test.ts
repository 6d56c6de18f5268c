import { buildSchema, parse, print, validate } from 'graphql';
import { expect, it } from 'vitest';
import { withInputMembers } from '../../src/rest/engine/input-members.ts';

const schema = buildSchema(`
  input PlantInput { name: String!, bedId: Int, isTall: Boolean, care: CareInput }
  input CareInput { perWeek: Int, by: String }
  type Query { plant: Int }
  type Mutation { plant(id: Int, input: PlantInput!): Int }
`);

function printWithMembers(text: string, parameters: readonly string[], members = {}) {
  const document = withInputMembers(schema, parse(text), parameters, members);
  expect(validate(schema, document)).toEqual([]);
  return print(document).replaceAll(/\s+/g, ' ');
}

const operation = 'mutation grow($id: Int, $input: PlantInput!) { plant(id: $id, input: $input) }';

it('replaces `$input` with the parameters that are its members, by their own name or the name that the namespace gives them', () => {
  expect(printWithMembers(operation, ['id', 'name', 'bed', 'is-tall', 'colour'], { bed: ['nowhere', 'bedId'] })).toBe(
    'mutation grow($id: Int, $name: String!, $bed: Int, $is_tall: Boolean) { plant(id: $id, input: {name: $name, bedId: $bed, isTall: $is_tall}) }',
  );
});

it('supports members of a member, and constants in the default of `$input`', () => {
  const withDefault = 'mutation grow($input: PlantInput! = { isTall: true, care: { by: "me" } }) { plant(input: $input) }';
  expect(printWithMembers(withDefault, ['name', 'water'], { water: 'care.perWeek' })).toBe(
    'mutation grow($name: String!, $water: Int) { plant(input: {isTall: true, name: $name, care: {by: "me", perWeek: $water}}) }',
  );
});

it('does not change operations without `$input`, nor those of routes with a parameter `input`', () => {
  for (const [text, parameters] of [
    ['query { plant }', ['name']],
    [operation, ['input', 'name']],
  ] as const) {
    const document = parse(text);
    expect(withInputMembers(schema, document, parameters, {})).toBe(document);
  }
});

import { createSchema } from '#graphql/schema.ts';
import { Prisma } from '#db';
import { getNamedType, type GraphQLInterfaceType, type GraphQLObjectType, isInterfaceType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { computed } from './computed-types.ts';
import { carriesNodes, findOutcomeTypes } from './schema-walk.ts';

const schema = createSchema();
const composite = Object.values(schema.getTypeMap()).filter(
  (type): type is GraphQLObjectType | GraphQLInterfaceType => isObjectType(type) || isInterfaceType(type),
);
const objects = composite.filter((type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'));
const modelOf = (type: { extensions: Readonly<Record<string, unknown>> } | undefined) => type?.extensions['pothosPrismaModel'];
const typeNamed = (name: string) => objects.find((type) => type.name === name);

const outcomes = findOutcomeTypes(schema);
const reasonOf = (type: GraphQLObjectType): string | undefined => {
  if (type === schema.getQueryType()) return 'the root of all queries';
  if (carriesNodes(type)) return 'contains the nodes of a list';
  if (outcomes.has(type.name)) return 'the result of a mutation or subscription';
  return Object.entries(computed).find(([, names]) => names.includes(type.name))?.[0];
};

describe('Every object type', () => {
  it('has a Prisma model or a listed reason for having none', () => {
    const unexplained = objects.filter((type) => modelOf(type) === undefined && reasonOf(type) === undefined);
    expect(unexplained.map(({ name }) => name)).toEqual([]);
  });

  it('has no listed reason if it has a model, and at most one otherwise', () => {
    const listed = Object.values(computed).flat();
    expect(listed.filter((name) => modelOf(typeNamed(name)) !== undefined)).toEqual([]);
    expect(listed.filter((name, index) => listed.indexOf(name) !== index)).toEqual([]);
  });

  it('with a listed reason exists', () => {
    expect(
      Object.values(computed)
        .flat()
        .filter((name) => !typeNamed(name)),
    ).toEqual([]);
  });

  it('that has the name of a model uses that model', () => {
    const models = new Set<string>(Object.values(Prisma.ModelName));
    const withOtherModel = objects.filter((type) => models.has(type.name) && modelOf(type) !== undefined && modelOf(type) !== type.name);
    expect(withOtherModel.map(({ name }) => name)).toEqual([]);
  });
});

describe('Stored types use their model', () => {
  it.each([
    ['Post', 'Content'],
    ['Page', 'Content'],
    ['MediaItem', 'Content'],
    ['Image', 'Media'],
    ['Event', 'Event'],
    ['Venue', 'Venue'],
    ['Organizer', 'Organizer'],
    ['Term', 'Term'],
    ['Revision', 'Revision'],
    ['Ticket', 'Ticket'],
    ['Attendee', 'Attendee'],
    ['Cart', 'Cart'],
    ['CartLine', 'CartItem'],
    ['CartAnswers', 'CartMeta'],
    ['Order', 'TicketOrder'],
    ['OrderItem', 'TicketOrderItem'],
    ['OrderState', 'TicketOrderStatusLog'],
    ['Hold', 'TicketHold'],
    ['HoldLine', 'TicketHoldItem'],
    ['WaitingEntry', 'WaitingEntry'],
    ['User', 'User'],
    ['ApplicationPassword', 'ApplicationPassword'],
    ['Comment', 'Comment'],
    ['EventImport', 'EventImport'],
    ['EventImportError', 'EventImportError'],
    ['OutgoingMail', 'OutgoingMail'],
  ])('%s uses %s', (name, expected) => {
    expect(modelOf(typeNamed(name))).toBe(expected);
  });
});

/** Types that only functions with permission checks may read: no Prisma relation may lead to them. */
const readByFunctions = new Set(['Comment', 'Post', 'Page', 'MediaItem', 'Event', 'Venue', 'Organizer', 'Ticket', 'Attendee']);

it('No Prisma relation bypasses the functions that check permissions', () => {
  const relations = objects.flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => field.extensions['pothosPrismaRelationField'] !== undefined)
      .map((field) => ({ name: `${type.name}.${field.name}`, to: getNamedType(field.type) })),
  );
  expect(relations.length).toBeGreaterThan(4);
  const bypassing = relations.filter(({ to }) => readByFunctions.has(to.name) || (isInterfaceType(to) && to.name === 'Content'));
  expect(bypassing.map(({ name }) => name)).toEqual([]);
});

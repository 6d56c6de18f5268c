import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLOutputType,
} from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSchema, createPublicSchema } from '#graphql/schema.ts';
import type { TestUserName, WholeSite } from '../support/site.ts';
import { getMapEngine } from '../contract/printed.ts';
import { openHidingSites, SECRETS } from './hiding-sites.ts';

// Two sites differ only in texts that callers may not read. Every text filter and every sort order of every list must return the same on both.

let sites: readonly [WholeSite, WholeSite];
let close: () => Promise<void>;
beforeAll(async () => ({ sites, close } = await openHidingSites()));
afterAll(() => close());

const callers: readonly (TestUserName | undefined)[] = [undefined, 'subscriber', 'contributor'];
const [secret] = SECRETS;

type Query = Record<string, string>;

/** Returns requests for one list: each text filter with the secret, each sort order in both directions. */
function queriesOf(texts: readonly string[], orders: readonly Query[]): Query[] {
  return [...texts.map((name) => ({ [name]: secret })), ...orders];
}

const lists = getMapEngine().plans.filter(({ methods, segments }) => methods.includes('GET') && segments.length === 0);
const restMatrix = lists.flatMap(({ path, declared }) => {
  const textParameters = declared.filter(({ name, schema }) => {
    const type = schema.type === 'array' ? schema.items?.type : schema.type;
    return [type].flat().includes('string') && !schema.enum && !schema.items?.enum && !['order', 'orderby', '_method'].includes(name);
  });
  const orders = declared.find(({ name }) => name === 'orderby')?.schema.enum ?? [];
  const directions = declared.find(({ name }) => name === 'order')?.schema.enum ?? ['asc'];
  const queries = queriesOf(
    textParameters.map(({ name }) => name),
    orders.flatMap((orderby) => directions.map((order) => ({ orderby: String(orderby), order: String(order) }))),
  );
  return queries.length === 0 ? [] : [{ path, queries }];
});

it.each(restMatrix)('GET $path', async ({ path, queries }) => {
  const requests = queries.flatMap((query) => ('orderby' in query ? [query] : [query, { ...query, status: 'draft' }]));
  for (const as of callers)
    for (const query of requests) {
      const [first, second] = await Promise.all(sites.map(async (site) => await site.rest('GET', path, { query, as })));
      // REST counts before it removes the items that the caller may not read (docs/behaviour/core-rest.md 4.8, 7.8)
      const countsFirst = /^\/core\/v2\/(posts|pages)$/.test(path) ? query['status'] === 'draft' : path === '/core/v2/comments';
      const comparableParts = ({ status, body, headers }: NonNullable<typeof first>) => ({
        status,
        body,
        total: countsFirst ? null : (headers['x-wp-total'] ?? headers['x-et-total']),
      });
      expect(comparableParts(second!), `${as ?? 'visitor'} ${JSON.stringify(query)}`).toEqual(comparableParts(first!));
    }
});

const schema = createPublicSchema(createSchema());
const isText = (type: GraphQLInputType) => ['String', 'Slug'].includes(getNamedType(type).name);
const literalOf = (type: GraphQLInputType) => (isListType(getNullableType(type)) ? `["${secret}"]` : `"${secret}"`);

/** Returns arguments to send, with one text or one sort order each. */
function argumentsOf(field: GraphQLField<unknown, unknown>): string[] {
  return field.args.flatMap(({ name, type }) => {
    const inputType = getNullableType(type);
    if (isText(type)) return [`${name}: ${literalOf(type)}`];
    if (name === 'orderBy' && isEnumType(inputType)) {
      const directions = field.args.some((arg) => arg.name === 'order') ? ['ASC', 'DESC'] : [''];
      return inputType.getValues().flatMap((value) => directions.map((order) => `${name}: ${value.name}${order && `, order: ${order}`}`));
    }
    if (!isInputObjectType(inputType)) return [];
    const texts = Object.values(inputType.getFields()).filter((member) => isText(member.type));
    return texts.map((member) => `${name}: { ${member.name}: ${literalOf(member.type)} }`);
  });
}

/** Returns a selection of all fields without arguments, to this depth. */
function selectionOf(type: GraphQLOutputType, depth: number): string | null {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  if (!isObjectType(named)) return '{ __typename }';
  const fields = Object.values(named.getFields()).filter(({ args }) => args.every((arg) => !isNonNullType(arg.type)));
  const parts = fields.flatMap((field) => {
    const isLeaf = isLeafType(getNamedType(field.type));
    if (!isLeaf && (depth === 0 || !/^(nodes|edges|node|pageInfo)$/.test(field.name))) return [];
    return [`${field.name} ${selectionOf(field.type, depth - 1) ?? ''}`];
  });
  return `{ ${['__typename', ...parts].join(' ')} }`;
}

const graphqlMatrix = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap((field) => {
  const isList = /(Page|Connection)$/.test(getNamedType(field.type).name);
  const argumentLists = isList && field.args.every((arg) => !isNonNullType(arg.type)) ? argumentsOf(field) : [];
  return argumentLists.length === 0 ? [] : [{ name: field.name, argumentLists, selection: selectionOf(field.type, 3) ?? '' }];
});

it.each(graphqlMatrix)('query $name', async ({ name, argumentLists, selection }) => {
  for (const as of callers)
    for (const args of argumentLists) {
      const document = `{ ${name}(${args}) ${selection} }`;
      const [first, second] = await Promise.all(sites.map(async (site) => await site.graphql(document, {}, as)));
      expect(second, `${as ?? 'visitor'} ${args}`).toEqual(first);
    }
});

import { readdirSync, readFileSync } from 'node:fs';
import { getNamedType, type GraphQLInputType, isInputObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { argumentsByCode } from '../../graphql/public/faulty-arguments.ts';
import { createSchema, createPublicSchema } from '../../graphql/schema.ts';
import { type CalendarSite, openCalendar } from '../events/calendar-site.ts';
import type { TestUserName } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';

let site: CalendarSite;
beforeAll(async () => {
  site = await openCalendar();
});
afterAll(() => site.close());

/** An ID that no record has. */
const UNKNOWN = 999_999;

interface Case {
  call: () => Promise<string> | string;
  code: string;
  path: string[];
  as?: TestUserName;
}

const createUser = (login: string) =>
  `createUser(input: { login: "${login}", email: "${login}@example.org", password: "long enough 1", slug: "taken" })`;
const run = (mutation: string) => site.graphql(`mutation { ${mutation} { errors { code } } }`, {}, 'administrator');

const cases: Case[] = [
  { call: () => `createPost(draft: { title: "x", authorId: ${UNKNOWN} })`, code: 'author_not_found', path: ['draft', 'authorId'] },
  {
    call: () => `createPost(draft: { title: "x", featuredMediaId: ${UNKNOWN} })`,
    code: 'featured_media_not_found',
    path: ['draft', 'featuredMediaId'],
  },
  { call: () => 'createTerm(taxonomy: CATEGORY, draft: { name: "" })', code: 'empty_term_name', path: ['draft', 'name'] },
  {
    call: () => `createTerm(taxonomy: CATEGORY, draft: { name: "x", parentId: ${UNKNOWN} })`,
    code: 'term_not_found',
    path: ['draft', 'parentId'],
  },
  {
    call: () => 'createTerm(taxonomy: TAG, draft: { name: "x", parentId: 1 })',
    code: 'taxonomy_not_hierarchical',
    path: ['draft', 'parentId'],
  },
  {
    call: async () => {
      await run('createTerm(taxonomy: CATEGORY, draft: { name: "Twice" })');
      return 'createTerm(taxonomy: CATEGORY, draft: { name: "Twice" })';
    },
    code: 'term_exists',
    path: ['draft', 'name'],
  },
  {
    call: async () => {
      await run(createUser('first'));
      return `updateUser(input: { id: ${(await site.user('contributor')).id}, slug: "taken" })`;
    },
    code: 'user_slug_taken',
    path: ['input', 'slug'],
  },
  {
    call: async () => {
      await run(createUser('second'));
      return createUser('second');
    },
    code: 'existing_user_login',
    path: ['input', 'login'],
  },
  {
    call: async () => `deleteUser(id: ${(await site.user('contributor')).id}, reassignTo: ${UNKNOWN})`,
    code: 'heir_not_found',
    path: ['reassignTo'],
  },
  {
    call: async () => {
      const id = await createTicketClient(site).post();
      return `createTicket(postId: ${id}, provider: SHOP, ticket: { name: "x", price: "-1" })`;
    },
    code: 'price_invalid',
    path: ['ticket', 'price'],
  },
  // the ID of the changed object is not reported as an invalid argument
  { call: () => `updateTerm(taxonomy: CATEGORY, id: ${UNKNOWN}, changes: { name: "x" })`, code: 'term_not_found', path: [] },
];

describe('The path of a refusal', () => {
  it.each(cases)('names the invalid argument: $code, $path', async ({ call, code, path, as = 'administrator' }) => {
    const { data, errors } = await site.graphql(`mutation { result: ${await call()} { errors { code path } } }`, {}, as);
    expect([errors, data?.result.errors]).toEqual([[], [{ code, path }]]);
  });

  it('is defined only for codes that are thrown and arguments that exist', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.startsWith('generated'))
      .map((name) => readFileSync(`src/${name}`, 'utf8'));
    const argumentNames = new Set<string>();
    const collectNames = (type: GraphQLInputType, depth: number): void => {
      const named = getNamedType(type);
      if (isInputObjectType(named) && depth < 3)
        for (const field of Object.values(named.getFields())) {
          argumentNames.add(field.name);
          collectNames(field.type, depth + 1);
        }
    };
    for (const { args } of Object.values(createPublicSchema(createSchema()).getMutationType()!.getFields()))
      for (const { name, type } of args) {
        argumentNames.add(name);
        collectNames(type, 0);
      }
    const unknown = Object.entries(argumentsByCode).filter(
      ([code, names]) => !sources.some((source) => source.includes(`'${code}'`)) || !names.every((name) => argumentNames.has(name)),
    );
    expect(unknown).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSchema } from '#graphql/schema.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { needed } from './schema-walk.ts';

let site: WholeSite;
const known = { contentId: 0, eventId: 1, offset: 0 };
beforeAll(async () => {
  site = await openWholeSite();
  known.contentId = (await site.rest('POST', '/core/v2/posts', { as: 'administrator', body: { title: 'A post' } })).body.id;
});
afterAll(() => site.close());

const fields = Object.values(createSchema().getQueryType()?.getFields() ?? {});
/** Lists that a site without an analytics provider refuses to everybody; `test/analytics` asks them. */
const refused = ['analyticsReportCandidates', 'analyticsReportSubscribers'];
/** One that old clients know: a number that is not between 1 and 100 stands for the usual one. */
const forgiving = ['consentLog'];
const taking = (name: string) =>
  fields
    .filter((field) => ![...refused, ...forgiving].includes(field.name) && field.args.some((arg) => arg.name === name))
    .map((field) => [field.name, field] as const);

const LARGEST = 2_147_483_647;

describe('a list that is asked for more than it gives at a time', () => {
  it('is known by its arguments', () => {
    expect(taking('perPage').length).toBeGreaterThan(10);
    expect(taking('first').length).toBeGreaterThan(10);
  });

  it.each(taking('perPage'))('%s is an error and never a shorter list', async (name, { args }) => {
    for (const wrong of ['perPage: 101', 'perPage: 0', 'perPage: -1', `perPage: ${LARGEST}`, 'page: 0', 'page: -3']) {
      const { errors } = await site.graphql(`{ ${name}(${wrong} ${needed(args, known)}) { __typename } }`, {}, 'administrator');
      expect([wrong, errors[0]?.extensions['code']]).toEqual([wrong, 'invalid_arguments']);
    }
    const { errors } = await site.graphql(
      `{ ${name}(perPage: 100 page: ${LARGEST} ${needed(args, known)}) { __typename } }`,
      {},
      'administrator',
    );
    expect(errors.map(({ extensions }) => extensions['code'])).not.toContain('internal_server_error');
  });

  it.each(taking('first'))('%s is an error and never a shorter part', async (name, { args }) => {
    const ways = args.some((arg) => arg.name === 'last') ? ['first', 'last'] : ['first'];
    for (const way of ways)
      for (const count of [101, -1, LARGEST]) {
        const { errors } = await site.graphql(`{ ${name}(${way}: ${count} ${needed(args, known)}) { __typename } }`, {}, 'administrator');
        expect([way, count, errors[0]?.extensions['code']]).toEqual([way, count, 'invalid_arguments']);
      }
  });

  // larger than any number that is stored; what is written with every change counts further than others
  const beyond = (name: string) =>
    ['auditEntries', 'webhookMessages'].includes(name) ? 'GPC:N:99999999999999999999999' : 'GPC:N:99999999999';
  const cursorsOf = (name: string) => ['x', ...['GPC:S:abc', beyond(name)].map((text) => Buffer.from(text).toString('base64'))];
  it.each(taking('after'))('%s refuses what is no cursor of it', async (name, { args }) => {
    for (const cursor of cursorsOf(name)) {
      const { errors } = await site.graphql(
        `{ ${name}(after: "${cursor}" ${needed(args, known)}) { __typename pageInfo { hasNextPage } } }`,
        {},
        'administrator',
      );
      expect([cursor, errors[0]?.extensions['code']]).toEqual([cursor, 'invalid_arguments']);
    }
  });
});

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
/** Lists that a site without an analytics provider refuses for every user. `test/analytics` tests them. */
const refused = ['analyticsReportCandidates', 'analyticsReportSubscribers'];
/** A list of an old interface: a number that is not between 1 and 100 means the default. */
const forgiving = ['consentLog'];
const fieldsWithArgument = (name: string) =>
  fields
    .filter((field) => ![...refused, ...forgiving].includes(field.name) && field.args.some((arg) => arg.name === name))
    .map((field) => [field.name, field] as const);

const LARGEST = 2_147_483_647;

describe('Page size limits', () => {
  it('apply to lists found by the names of their arguments', () => {
    expect(fieldsWithArgument('perPage').length).toBeGreaterThan(10);
    expect(fieldsWithArgument('first').length).toBeGreaterThan(10);
  });

  it.each(fieldsWithArgument('perPage'))(
    '%s rejects a page size over the maximum instead of returning a shorter list',
    async (name, { args }) => {
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
    },
  );

  it.each(fieldsWithArgument('first'))('%s rejects a count over the maximum instead of returning fewer nodes', async (name, { args }) => {
    const ways = args.some((arg) => arg.name === 'last') ? ['first', 'last'] : ['first'];
    for (const way of ways)
      for (const count of [101, -1, LARGEST]) {
        const { errors } = await site.graphql(`{ ${name}(${way}: ${count} ${needed(args, known)}) { __typename } }`, {}, 'administrator');
        expect([way, count, errors[0]?.extensions['code']]).toEqual([way, count, 'invalid_arguments']);
      }
  });

  // larger than any stored ID; IDs of the audit log and of webhook messages may be larger than those of other lists
  const beyond = (name: string) =>
    ['auditEntries', 'webhookMessages'].includes(name) ? 'GPC:N:99999999999999999999999' : 'GPC:N:99999999999';
  const cursorsOf = (name: string) => ['x', ...['GPC:S:abc', beyond(name)].map((text) => Buffer.from(text).toString('base64'))];
  it.each(fieldsWithArgument('after'))('%s rejects an invalid cursor', async (name, { args }) => {
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

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSchema } from '#graphql/schema.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { formatRequiredArguments } from './schema-walk.ts';

let site: WholeSite;
const knownArguments = { contentId: 0, eventId: 1, offset: 0 };
beforeAll(async () => {
  site = await openWholeSite();
  knownArguments.contentId = (await site.rest('POST', '/core/v2/posts', { as: 'administrator', body: { title: 'A post' } })).body.id;
});
afterAll(() => site.close());

const fields = Object.values(createSchema().getQueryType()?.getFields() ?? {});
/** Lists that a site without an analytics provider refuses for every user. `test/analytics` tests them. */
const refusedForAll = ['analyticsReportCandidates', 'analyticsReportSubscribers'];
/** Lists of an old interface, in which a number that is not between 1 and 100 means the default. */
const lenientLists = ['consentLog'];
const fieldsWithArgument = (name: string) =>
  fields
    .filter((field) => ![...refusedForAll, ...lenientLists].includes(field.name) && field.args.some((arg) => arg.name === name))
    .map((field) => [field.name, field] as const);

const LARGEST = 2_147_483_647;

describe('Page size limits', () => {
  it('apply to more than ten lists of each kind', () => {
    expect(fieldsWithArgument('perPage').length).toBeGreaterThan(10);
    expect(fieldsWithArgument('first').length).toBeGreaterThan(10);
  });

  it.each(fieldsWithArgument('perPage'))(
    '%s rejects a page size over the maximum instead of returning a shorter list',
    async (name, { args }) => {
      for (const invalid of ['perPage: 101', 'perPage: 0', 'perPage: -1', `perPage: ${LARGEST}`, 'page: 0', 'page: -3']) {
        const { errors } = await site.graphql(
          `{ ${name}(${invalid} ${formatRequiredArguments(args, knownArguments)}) { __typename } }`,
          {},
          'administrator',
        );
        expect([invalid, errors[0]?.extensions['code']]).toEqual([invalid, 'invalid_arguments']);
      }
      const { errors } = await site.graphql(
        `{ ${name}(perPage: 100 page: ${LARGEST} ${formatRequiredArguments(args, knownArguments)}) { __typename } }`,
        {},
        'administrator',
      );
      expect(errors.map(({ extensions }) => extensions['code'])).not.toContain('internal_server_error');
    },
  );

  it.each(fieldsWithArgument('first'))('%s rejects a count over the maximum instead of returning fewer nodes', async (name, { args }) => {
    const argumentNames = args.some((arg) => arg.name === 'last') ? ['first', 'last'] : ['first'];
    for (const argumentName of argumentNames)
      for (const count of [101, -1, LARGEST]) {
        const { errors } = await site.graphql(
          `{ ${name}(${argumentName}: ${count} ${formatRequiredArguments(args, knownArguments)}) { __typename } }`,
          {},
          'administrator',
        );
        expect([argumentName, count, errors[0]?.extensions['code']]).toEqual([argumentName, count, 'invalid_arguments']);
      }
  });

  // an ID out of range; those of the audit log and of webhook messages have 64 bits
  const tooLargeId = (name: string) =>
    ['auditEntries', 'webhookMessages'].includes(name) ? 'GPC:N:99999999999999999999999' : 'GPC:N:99999999999';
  const cursorsOf = (name: string) => ['x', ...['GPC:S:abc', tooLargeId(name)].map((text) => Buffer.from(text).toString('base64'))];
  it.each(fieldsWithArgument('after'))('%s rejects an invalid cursor', async (name, { args }) => {
    for (const cursor of cursorsOf(name)) {
      const { errors } = await site.graphql(
        `{ ${name}(after: "${cursor}" ${formatRequiredArguments(args, knownArguments)}) { __typename pageInfo { hasNextPage } } }`,
        {},
        'administrator',
      );
      expect([cursor, errors[0]?.extensions['code']]).toEqual([cursor, 'invalid_arguments']);
    }
  });
});

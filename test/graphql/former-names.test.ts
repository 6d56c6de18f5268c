import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
  const draft = '{ title: "Concert", start: "2031-05-01 10:00", end: "2031-05-01 11:00" }';
  await site.graphql(`mutation { createEvent(draft: ${draft}) { event { id } } }`, {}, 'administrator');
});
afterAll(() => site.close());

describe('A deprecated name', () => {
  it('of a field returns the same as the current name', async () => {
    const { data, errors } = await site.graphql(
      '{ eventPage(perPage: 1) { total totalCount nodes { dateUtc publishedAt startUtc startsAt } } }',
    );
    const { total, totalCount, nodes } = data.eventPage;
    expect([errors, total]).toEqual([[], totalCount]);
    expect([nodes[0].publishedAt, nodes[0].startsAt]).toEqual([`${nodes[0].dateUtc}Z`, `${nodes[0].startUtc}Z`]);
  });

  it('of an input field is read like the current name', async () => {
    const source = `mutation($draft: EventDraft!) { createEvent(draft: $draft) { event { databaseId isHiddenFromListings } errors { message } } }`;
    const draft = { title: 'Deprecated', start: '2031-05-01 10:00', end: '2031-05-01 11:00' };
    // if both are sent, the current name takes precedence in any order
    const both = [
      { isHidden: false, isHiddenFromListings: true },
      { isHiddenFromListings: true, isHidden: false },
    ];
    for (const fields of [{ isHidden: true }, { isHiddenFromListings: true }, ...both]) {
      const { data } = await site.graphql(source, { draft: { ...draft, ...fields } }, 'administrator');
      expect(data.createEvent).toMatchObject({ event: { isHiddenFromListings: true }, errors: [] });
    }
  });

  it('of an argument is read like the current name', async () => {
    const countEntries = (argument: string) =>
      site.graphql(`{ auditEntries(first: 1, ${argument}: GRAPHQL) { totalCount } }`, {}, 'administrator');
    const [former, current] = [await countEntries('face'), await countEntries('api')];
    expect(former.data).toEqual(current.data);
    expect(former.data.auditEntries.totalCount).toBeGreaterThan(0);
  });

  it('of a mutation has its own payload type', async () => {
    const { data } = await site.graphql('mutation { renewQrKey { __typename qrSettings { apiKey } } }', {}, 'administrator');
    expect(data.renewQrKey).toMatchObject({ __typename: 'RenewQrKeyPayload', qrSettings: { apiKey: expect.any(String) } });
  });
});

describe('The field `analytics`', () => {
  it('returns the same as the deprecated root fields, with their permissions', async () => {
    const source = '{ analyticsModules { slug } analytics { modules { slug } module(slug: "search-console") { slug } } }';
    const { data } = await site.graphql(source, {}, 'administrator');
    expect(data.analytics.modules).toEqual(data.analyticsModules);
    expect(data.analytics.module).toEqual({ slug: 'search-console' });
    const refusal = await site.graphql('{ analytics { modules { slug } nextReportAt } }');
    expect(refusal.data.analytics).toEqual({ modules: null, nextReportAt: null });
    expect(refusal.errors.map(({ path }) => path?.join('.'))).toEqual(['analytics.modules', 'analytics.nextReportAt']);
  });
});

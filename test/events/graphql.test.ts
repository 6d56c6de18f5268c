import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { now, createShiftedClock, withClock } from '../../src/core/time/clock.ts';
import { publishDueContent } from '../../src/domains/content/schedule.service.ts';
import { customFields } from '../../src/domains/events/events.settings.ts';
import { type CalendarSite, openCalendar } from './calendar-site.ts';

let site: CalendarSite;
beforeAll(async () => {
  site = await openCalendar();
});
afterAll(() => site.close());

const CREATE =
  'mutation($draft: EventDraft!) { createEvent(draft: $draft) { event { databaseId status start startUtc end timezone venues { databaseId title { rendered } } } } }';

describe('Events in GraphQL', () => {
  it('are the same as in both REST namespaces', async () => {
    const { data } = await site.graphql(
      CREATE,
      {
        draft: {
          title: 'Shared',
          start: '2031-05-01 09:00',
          end: '2031-05-01T11:00:00+02:00',
          timezone: 'Europe/Oslo',
          venues: [{ draft: { title: 'Shared hall' } }],
        },
      },
      'editor',
    );
    expect(data.createEvent.event).toMatchObject({
      status: 'PUBLISH',
      start: '2031-05-01T09:00:00',
      startUtc: '2031-05-01T07:00:00',
      end: '2031-05-01T11:00:00',
      timezone: 'Europe/Oslo',
    });
    const id = data.createEvent.event.databaseId as number;
    expect((await site.legacy('GET', `/events/${id}`)).body).toMatchObject({ title: 'Shared', venue: { venue: 'Shared hall' } });
    await site.current('PUT', `/events/${id}`, { as: 'editor', body: { title: 'Renamed', cost: '12' } });
    const result = await site.graphql(
      'query($id: Int!) { event(id: $id) { name cost costDetails { values amounts { amount currencyCode formatted } } kind } }',
      { id },
    );
    expect(result.data.event).toEqual({
      name: 'Renamed',
      cost: '$12',
      costDetails: { values: ['12'], amounts: [{ amount: '12.00', currencyCode: 'USD', formatted: '$12.00' }] },
      kind: 'EVENT',
    });
  });

  it('implement Content and are found by global ID', async () => {
    const { id } = await site.makeEvent({ title: 'Global' });
    const { data } = await site.graphql(
      'query($id: Int!) { event(id: $id) { id __typename ... on Content { title { raw rendered } link } } }',
      { id },
    );
    const result = await site.graphql(
      'query($id: ID!) { node(id: $id) { __typename ... on Event { databaseId } ... on Content { status } } }',
      { id: data.event.id },
    );
    expect(result.data.node).toEqual({ __typename: 'Event', databaseId: id, status: 'PUBLISH' });
    expect(data.event).toMatchObject({
      __typename: 'Event',
      title: { raw: null, rendered: 'Global' },
      link: 'http://site.test/event/global/',
    });
  });

  it('return error codes of the domain', async () => {
    const refusalOf = async (source: string, as?: 'contributor' | 'editor') => {
      const { errors } = await site.graphql(source, {}, as);
      return [errors[0]?.extensions['code'], errors[0]?.extensions['status']];
    };
    const { id } = await site.makeEvent({ status: 'draft' });
    expect(await refusalOf('{ event(id: 99999999) { name } }')).toEqual(['event_not_found', 404]);
    expect(await refusalOf(`{ event(id: ${id}) { name } }`)).toEqual(['event_not_accessible', 403]);
    expect(await refusalOf('{ eventBySlug(slug: "none-such") { name } }')).toEqual(['invalid_arguments', 400]);
    expect(await refusalOf('mutation { createEvent(draft: { title: "X" }) { event { name } } }', 'editor')).toEqual([
      'could_not_create_event',
      400,
    ]);
    expect(
      await refusalOf(`mutation { updateEvent(id: ${id}, changes: { venues: [{ id: 99999999 }] }) { event { name } } }`, 'editor'),
    ).toEqual(['invalid_arguments', 400]);
    expect(await refusalOf(`mutation { trashEvent(id: ${id}) { event { name } } }`, 'contributor')).toEqual(['forbidden', 403]);
    expect(await refusalOf('{ eventPage(filter: { statuses: [DRAFT] }) { total } }')).toEqual(['invalid_arguments', 400]);
    expect(await refusalOf('{ eventPage(perPage: 101) { total } }')).toEqual(['invalid_arguments', 400]);
  });

  it('return the effective filters of a list', async () => {
    const { data } = await site.graphql(
      '{ eventPage(perPage: 3, filter: { startsFrom: "2031-01-01 15:00", wholeDays: true }) { total totalPages effective { page perPage startsFrom endsUntil statuses } nodes { start } } }',
    );
    expect(data.eventPage.effective).toEqual({
      page: 1,
      perPage: 3,
      startsFrom: '2031-01-01T00:00:00',
      endsUntil: null,
      statuses: ['PUBLISH'],
    });
    expect((await site.graphql('{ eventPage(page: 50) { total nodes { name } } }')).data.eventPage.nodes).toEqual([]);
  });

  it('take one statement for a page with all relations', async () => {
    const source =
      '{ eventPage(perPage: 20) { total nodes { name url image { url } categories { name } tags { name } venues { name address image { url } } organizers { name } costDetails { values } } } }';
    await site.graphql(source);
    site.statements.length = 0;
    await site.graphql(source);
    expect(site.statements).toHaveLength(1);
  });

  it('are published and listed when due', async () => {
    const { id } = await site.makeEvent({
      title: 'Scheduled',
      status: 'publish',
      date: '+2 hours',
      start_date: '+3 days',
      end_date: '+3 days',
    });
    const countListed = async () => (await site.legacy('GET', '/events', { query: { include: id } })).body.total;
    expect(await countListed()).toBe(0);
    await withClock(createShiftedClock(3 * 3_600_000), async () => {
      expect(await publishDueContent(site.site)).toContain(id);
      expect(await countListed()).toBe(1);
    });
    expect(now().getTime()).toBeLessThan(Date.now() + 60_000);
  });

  it('show the custom fields of the site', async () => {
    await site.site.settings.set(customFields, [
      { name: 'door', label: 'Doors open' },
      { name: 'age', label: 'Age limit' },
    ]);
    const { data } = await site.graphql(
      CREATE,
      {
        draft: {
          title: 'With fields',
          start: 'tomorrow',
          end: 'tomorrow',
          customFields: { door: '18:30', age: '', odd: 'not shown' },
        },
      },
      'editor',
    );
    expect((await site.legacy('GET', `/events/${data.createEvent.event.databaseId}`)).body.custom_fields).toEqual({
      door: { label: 'Doors open', value: '18:30' },
    });
  });

  it('include venues and organizers by slug', async () => {
    const { slug, id } = await site.makeVenue({ venue: 'By its name' });
    const { data } = await site.graphql('query($slug: String!) { venue(slug: $slug) { databaseId __typename } }', { slug });
    expect(data.venue).toEqual({ databaseId: id, __typename: 'Venue' });
    expect((await site.graphql('{ organizer { name } }')).errors[0]?.extensions['code']).toBe('invalid_arguments');
    const page = await site.graphql('{ venuePage(filter: { search: "its name" }) { total nodes { databaseId } effective { perPage } } }');
    expect(page.data.venuePage).toEqual({ total: 1, nodes: [{ databaseId: id }], effective: { perPage: 10 } });
  });
});

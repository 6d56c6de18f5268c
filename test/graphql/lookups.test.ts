import { isInputObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSchema, publicSchema } from '#graphql/schema.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';

const globalId = (type: string, id: number) => Buffer.from(`${type}:${id}`).toString('base64');

let site: WholeSite;
/** IDs of the objects to look up, by root field. */
const numbers: Record<string, number> = {};
const slugs: Record<string, string> = {};
let postUrl = '';
let eventUrl = '';
beforeAll(async () => {
  site = await openWholeSite();
  const create = async (source: string, variables: object = {}) => {
    const { data, errors } = await site.graphql(`mutation($draft: ${source}`, { ...variables }, 'administrator');
    expect(errors).toEqual([]);
    return data;
  };
  const { createPost } = await create(
    'PostDraft!) { createPost(draft: $draft) { post { databaseId slug link author { databaseId slug } } } }',
    {
      draft: { title: 'A word', status: 'PUBLISH' },
    },
  );
  const times = { start: '2031-05-01 18:00', end: '2031-05-01 20:00' };
  const draft = { title: 'A night', status: 'PUBLISH', ...times, venues: [{ draft: { title: 'A hall' } }] };
  const { createEvent } = await create(
    'EventDraft!) { createEvent(draft: $draft) { event { databaseId slug link venues { databaseId slug } } } }',
    {
      draft,
    },
  );
  const { createTerm } = await create('TermDraft!) { createTerm(taxonomy: TAG, draft: $draft) { term { databaseId slug } } }', {
    draft: { name: 'A kind' },
  });
  const { post } = createPost;
  const { event } = createEvent;
  Object.assign(numbers, {
    post: post.databaseId,
    user: post.author.databaseId,
    event: event.databaseId,
    venue: event.venues[0].databaseId,
    term: createTerm.term.databaseId,
  });
  Object.assign(slugs, {
    post: post.slug,
    user: post.author.slug,
    event: event.slug,
    venue: event.venues[0].slug,
    term: createTerm.term.slug,
  });
  [postUrl, eventUrl] = [post.link, event.link];
});
afterAll(() => site.close());

const types: Record<string, string> = { post: 'Post', user: 'User', event: 'Event', venue: 'Venue', term: 'Term' };
/** Returns the result of a root field for one lookup value. */
async function lookUp(field: string, by: string, more = '', as?: TestUserName) {
  const { data, errors } = await site.graphql(`{ ${field}(by: ${by}${more}) { databaseId } }`, {}, as);
  return { number: data?.[field]?.databaseId ?? null, codes: errors.map(({ extensions }) => extensions['code']) };
}

describe('The argument `by`', () => {
  it.each(Object.keys(types))('finds a %s by database ID, global ID and slug', async (field) => {
    const number = numbers[field];
    const is = { number, codes: [] };
    expect(await lookUp(field, `{ databaseId: ${number} }`)).toEqual(is);
    expect(await lookUp(field, `{ id: "${globalId(types[field] as string, number as number)}" }`)).toEqual(is);
    const more = field === 'term' ? ', taxonomy: TAG' : '';
    expect(await lookUp(field, `{ slug: "${slugs[field]}" }`, more)).toEqual(is);
  });

  it('finds posts and events by their URL', async () => {
    expect(await lookUp('post', `{ url: "${postUrl}" }`)).toEqual({ number: numbers['post'], codes: [] });
    expect(await lookUp('event', `{ url: "${new URL(eventUrl).pathname}" }`)).toEqual({ number: numbers['event'], codes: [] });
    expect((await lookUp('event', `{ url: "${postUrl}" }`)).number).toBe(null);
  });

  it('returns null for missing objects, with the same error as for IDs, and runs the rest of the document', async () => {
    const { data, errors } = await site.graphql('{ site { name } event(by: { slug: "unknown" }) { id } }');
    expect(data).toEqual({ site: { name: expect.any(String) }, event: null });
    for (const field of Object.keys(types)) {
      const unknown = await lookUp(field, '{ databaseId: 999999 }');
      const names = [`id: "${globalId(types[field] as string, 999_999)}"`, `id: "${globalId('Comment', 1)}"`];
      for (const name of names) expect([field, await lookUp(field, `{ ${name} }`)]).toEqual([field, unknown]);
    }
    expect(errors.map(({ path }) => path)).toEqual([['event']]);
    expect((await lookUp('event', '{ id: "nonsense" }')).codes).toEqual(['invalid_global_id']);
  });

  it('requires exactly one key', async () => {
    const post = numbers['post'];
    const wrong = ['{ }', `{ databaseId: ${post}, slug: "a-word" }`, '{ databaseId: null }'];
    for (const by of wrong) expect([by, (await lookUp('post', by)).codes]).toEqual([by, ['GRAPHQL_VALIDATION_FAILED']]);
    const { errors } = await site.graphql('query($by: PostBy) { post(by: $by) { id } }', { by: { databaseId: post, slug: 'a-word' } });
    expect(errors[0]?.message).toMatch(/[Ee]xactly one/);
    for (const args of [`(by: { databaseId: ${post} }, id: ${post})`, '']) {
      const refused = await site.graphql(`{ post${args} { id } }`);
      expect(refused.errors.map(({ extensions }) => extensions)).toMatchObject([
        { code: 'invalid_arguments', params: { by: 'Say which post: by id, databaseId, slug, url, and by one of these only.' } },
      ]);
    }
    expect((await lookUp('term', '{ slug: "a-kind" }')).codes).toEqual(['invalid_arguments']);
  });

  it('requires the same permission as the ID and runs no additional SQL statement', async () => {
    const { data } = await site.graphql(
      'mutation { createPost(draft: { title: "Hidden", status: PRIVATE }) { post { databaseId slug } } }',
      {},
      'administrator',
    );
    const { databaseId, slug } = data.createPost.post;
    const plain = await site.graphql(`{ post(id: ${databaseId}) { databaseId } }`);
    for (const by of [`{ databaseId: ${databaseId} }`, `{ id: "${globalId('Post', databaseId)}" }`, `{ slug: "${slug}" }`])
      expect((await lookUp('post', by)).codes).toEqual(plain.errors.map(({ extensions }) => extensions['code']));
    const cost = async (args: string) => {
      site.statements.length = 0;
      await site.graphql(`{ event(${args}) { databaseId } }`);
      return site.statements.length;
    };
    const before = await cost(`id: ${numbers['event']}`);
    expect(await cost(`by: { databaseId: ${numbers['event']} }`)).toBe(before);
    expect(await cost(`by: { id: "${globalId('Event', numbers['event'] as number)}" }`)).toBe(before);
    const bySlug = await cost('by: { slug: "a-night" }');
    site.statements.length = 0;
    await site.graphql('{ eventBySlug(slug: "a-night") { databaseId } }');
    expect(bySlug).toBe(site.statements.length);
  });

  it('exists on every root field that takes the ID of the returned object', () => {
    const schema = publicSchema(createSchema());
    const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
    const alone = fields.filter(
      ({ args }) => args.some(({ name }) => name === 'id' || name === 'databaseId') && !args.some(({ name }) => name === 'by'),
    );
    expect(alone.map(({ name }) => name)).toEqual([...withoutBy].toSorted());
    for (const { name, args } of fields) {
      const by = args.find((arg) => arg.name === 'by');
      if (!by) continue;
      expect([name, isInputObjectType(by.type) && by.type.isOneOf]).toEqual([name, true]);
      const isKept = name === 'attendee';
      for (const arg of args.filter((one) => one.name === 'id')) expect([name, !arg.deprecationReason]).toEqual([name, isKept]);
    }
    expect(schema.getQueryType()?.getFields()['eventBySlug']?.deprecationReason).toBe('`event(by: …)` answers the same.');
  });
});

/** Root fields whose ID is not that of the returned object, or that need the ID of its parent as well. */
const withoutBy = ['autosave', 'checkInState', 'eventCancellationPreview', 'node', 'revision', 'scannedMarkup'];

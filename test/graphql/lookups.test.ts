import { isInputObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSchema, createPublicSchema } from '#graphql/schema.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';

const globalId = (type: string, id: number) => Buffer.from(`${type}:${id}`).toString('base64');

let site: WholeSite;
/** IDs of the objects to look up, by root field. */
const databaseIds: Record<string, number> = {};
const slugs: Record<string, string> = {};
let postUrl = '';
let eventUrl = '';
beforeAll(async () => {
  site = await openWholeSite();
  const create = async (source: string, draft: object) => {
    const { data, errors } = await site.graphql(`mutation($draft: ${source}`, { draft }, 'administrator');
    expect(errors).toEqual([]);
    return data;
  };
  const { createPost } = await create(
    'PostDraft!) { createPost(draft: $draft) { post { databaseId slug link author { databaseId slug } } } }',
    { title: 'A post', status: 'PUBLISH' },
  );
  const times = { start: '2031-05-01 18:00', end: '2031-05-01 20:00' };
  const { createEvent } = await create(
    'EventDraft!) { createEvent(draft: $draft) { event { databaseId slug link venues { databaseId slug } } } }',
    { title: 'A concert', status: 'PUBLISH', ...times, venues: [{ draft: { title: 'A hall' } }] },
  );
  const { createTerm } = await create('TermDraft!) { createTerm(taxonomy: TAG, draft: $draft) { term { databaseId slug } } }', {
    name: 'A tag',
  });
  const { post } = createPost;
  const { event } = createEvent;
  Object.assign(databaseIds, {
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
async function lookUp(field: string, by: string, otherArguments = '', as?: TestUserName) {
  const { data, errors } = await site.graphql(`{ ${field}(by: ${by}${otherArguments}) { databaseId } }`, {}, as);
  return { databaseId: data?.[field]?.databaseId ?? null, codes: errors.map(({ extensions }) => extensions['code']) };
}

describe('The argument `by`', () => {
  it.each(Object.keys(types))('finds a %s by database ID, global ID and slug', async (field) => {
    const databaseId = databaseIds[field];
    const expected = { databaseId, codes: [] };
    expect(await lookUp(field, `{ databaseId: ${databaseId} }`)).toEqual(expected);
    expect(await lookUp(field, `{ id: "${globalId(types[field] as string, databaseId as number)}" }`)).toEqual(expected);
    const otherArguments = field === 'term' ? ', taxonomy: TAG' : '';
    expect(await lookUp(field, `{ slug: "${slugs[field]}" }`, otherArguments)).toEqual(expected);
  });

  it('finds posts and events by their URL', async () => {
    expect(await lookUp('post', `{ url: "${postUrl}" }`)).toEqual({ databaseId: databaseIds['post'], codes: [] });
    expect(await lookUp('event', `{ url: "${new URL(eventUrl).pathname}" }`)).toEqual({ databaseId: databaseIds['event'], codes: [] });
    expect((await lookUp('event', `{ url: "${postUrl}" }`)).databaseId).toBe(null);
  });

  it('returns null for missing objects, with the same error as for IDs, and runs the rest of the document', async () => {
    const { data, errors } = await site.graphql('{ site { name } event(by: { slug: "unknown" }) { id } }');
    expect(data).toEqual({ site: { name: expect.any(String) }, event: null });
    for (const field of Object.keys(types)) {
      const unknown = await lookUp(field, '{ databaseId: 999999 }');
      const lookups = [`id: "${globalId(types[field] as string, 999_999)}"`, `id: "${globalId('Comment', 1)}"`];
      for (const lookup of lookups) expect([field, await lookUp(field, `{ ${lookup} }`)]).toEqual([field, unknown]);
    }
    expect(errors.map(({ path }) => path)).toEqual([['event']]);
    expect((await lookUp('event', '{ id: "nonsense" }')).codes).toEqual(['invalid_global_id']);
  });

  it('requires exactly one key', async () => {
    const post = databaseIds['post'];
    const invalid = ['{ }', `{ databaseId: ${post}, slug: "a-post" }`, '{ databaseId: null }'];
    for (const by of invalid) expect([by, (await lookUp('post', by)).codes]).toEqual([by, ['GRAPHQL_VALIDATION_FAILED']]);
    const { errors } = await site.graphql('query($by: PostBy) { post(by: $by) { id } }', { by: { databaseId: post, slug: 'a-post' } });
    expect(errors[0]?.message).toMatch(/[Ee]xactly one/);
    for (const args of [`(by: { databaseId: ${post} }, id: ${post})`, '']) {
      const refusal = await site.graphql(`{ post${args} { id } }`);
      expect(refusal.errors.map(({ extensions }) => extensions)).toMatchObject([
        { code: 'invalid_arguments', params: { by: 'Identify the post by exactly one of these: id, databaseId, slug, url.' } },
      ]);
    }
    expect((await lookUp('term', '{ slug: "a-tag" }')).codes).toEqual(['invalid_arguments']);
  });

  it('requires the same permission as the ID and runs no additional SQL statement', async () => {
    const { data } = await site.graphql(
      'mutation { createPost(draft: { title: "Hidden", status: PRIVATE }) { post { databaseId slug } } }',
      {},
      'administrator',
    );
    const { databaseId, slug } = data.createPost.post;
    const byOldArgument = await site.graphql(`{ post(id: ${databaseId}) { databaseId } }`);
    for (const by of [`{ databaseId: ${databaseId} }`, `{ id: "${globalId('Post', databaseId)}" }`, `{ slug: "${slug}" }`])
      expect((await lookUp('post', by)).codes).toEqual(byOldArgument.errors.map(({ extensions }) => extensions['code']));
    const countStatements = async (args: string) => {
      site.statements.length = 0;
      await site.graphql(`{ event(${args}) { databaseId } }`);
      return site.statements.length;
    };
    const statements = await countStatements(`id: ${databaseIds['event']}`);
    expect(await countStatements(`by: { databaseId: ${databaseIds['event']} }`)).toBe(statements);
    expect(await countStatements(`by: { id: "${globalId('Event', databaseIds['event'] as number)}" }`)).toBe(statements);
    const bySlug = await countStatements('by: { slug: "a-concert" }');
    site.statements.length = 0;
    await site.graphql('{ eventBySlug(slug: "a-concert") { databaseId } }');
    expect(bySlug).toBe(site.statements.length);
  });

  it('exists on every root field that takes the ID of the returned object', () => {
    const schema = createPublicSchema(createSchema());
    const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
    const fieldsWithoutBy = fields.filter(
      ({ args }) => args.some(({ name }) => name === 'id' || name === 'databaseId') && !args.some(({ name }) => name === 'by'),
    );
    expect(fieldsWithoutBy.map(({ name }) => name)).toEqual(WITHOUT_BY);
    for (const { name, args } of fields) {
      const by = args.find((arg) => arg.name === 'by');
      if (!by) continue;
      expect([name, isInputObjectType(by.type) && by.type.isOneOf]).toEqual([name, true]);
      const id = args.find((arg) => arg.name === 'id');
      if (id) expect([name, Boolean(id.deprecationReason)]).toEqual([name, name !== 'attendee']);
    }
    expect(schema.getQueryType()?.getFields()['eventBySlug']?.deprecationReason).toBe('Use `event(by: …)`.');
  });
});

/** Root fields whose ID is not that of the returned object, or that need the ID of its parent as well. */
const WITHOUT_BY = ['autosave', 'checkInState', 'eventCancellationPreview', 'node', 'revision', 'scannedMarkup'];

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
// oxlint-disable-next-line typescript/no-explicit-any -- reads a JSON schema without types
let schema: any;
beforeAll(async () => {
  site = await openWholeSite();
  ({ schema } = (await site.rest('OPTIONS', '/core/v2/posts')).body);
});
afterAll(() => site.close());

describe('Schema of a post', () => {
  it('lists the allowed values of a member', () => {
    const { status, format, comment_status, ping_status } = schema.properties;
    expect(status.enum).toEqual(expect.arrayContaining(['publish', 'future', 'draft', 'pending', 'private']));
    expect(format.enum).toContain('gallery');
    expect([comment_status.enum, ping_status.enum]).toEqual([
      ['open', 'closed'],
      ['open', 'closed'],
    ]);
  });

  it('allows null dates', () => {
    const { date, date_gmt } = schema.properties;
    expect([date, date_gmt]).toMatchObject([{ type: ['string', 'null'], format: 'date-time' }, { type: ['string', 'null'] }]);
  });

  it('describes the registered meta keys', () => {
    const { meta } = schema.properties;
    expect(meta).toMatchObject({ type: 'object', context: ['view', 'edit'] });
    expect(meta.properties).toMatchObject({ _price: { type: 'string', default: '' }, _tribe_ticket_show_not_going: { type: 'boolean' } });
  });

  it('describes raw and rendered members of title, content and excerpt', () => {
    const { title, content, excerpt } = schema.properties;
    expect(title.properties).toMatchObject({
      raw: { context: ['edit'] },
      rendered: { context: ['view', 'embed', 'edit'], readonly: true },
    });
    expect(title.properties.raw.readonly).toBeUndefined();
    expect(content.properties).toMatchObject({
      rendered: { context: ['view', 'edit'], readonly: true },
      block_version: { context: ['edit'], readonly: true },
      protected: { context: ['view', 'embed', 'edit'], readonly: true },
    });
    expect(excerpt.properties.protected).toMatchObject({ context: ['view', 'embed', 'edit'], readonly: true });
    expect(schema.properties.id.readonly).toBe(true);
  });

  it('describes the permission links', () => {
    const publish = schema.links.find(({ rel }: { rel: string }) => rel === 'http://site.test/rel/action-publish');
    expect(publish).toMatchObject({
      title: 'The current user can publish this post.',
      href: 'http://site.test/rest/core/v2/posts/{id}',
      targetSchema: { type: 'object', properties: { status: { type: 'string', enum: ['publish', 'future'] } } },
    });
    const tags = schema.links.find(({ rel }: { rel: string }) => rel === 'http://site.test/rel/action-assign-tags');
    expect(tags.targetSchema.properties.tags).toEqual({ type: 'array', items: { type: 'integer' } });
  });
});

it('OPTIONS supports _fields', async () => {
  const { body } = await site.rest('OPTIONS', '/core/v2/posts?_fields=methods,schema.title');
  expect(body).toEqual({ methods: ['GET', 'POST'], schema: { title: 'post' } });
});

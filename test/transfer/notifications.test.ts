import { afterEach, describe, expect, it, vi } from 'vitest';
import { subscribe, type Subscription } from '../../src/core/feed/feed.ts';
import { type ContentEvent, contentChanges } from '../../src/domains/content/content-feed.ts';
import { datedFields, useImportSite } from './import-site.ts';
import { createWxrFile, createWxrItem } from './make-wxr.ts';

const fixture = useImportSite();

let subscription: Subscription<ContentEvent> | undefined;
afterEach(() => subscription?.end());

describe('Notifications of an import', () => {
  it('list all content in order, and batched notifications share one read', async () => {
    const { site } = fixture;
    subscription = await subscribe(site, contentChanges, 'user 1', ({ kind }) => kind === 'post');
    const load = vi.spyOn(contentChanges, 'load');
    const items = Array.from({ length: 40 }, (_, i) => createWxrItem({ title: `Post ${i}`, wp: datedFields(i + 10) }));
    await fixture.importText(createWxrFile(...items));
    const received: ContentEvent[] = [];
    while (received.length < items.length) received.push((await subscription.next()).value as ContentEvent);
    expect(received.map(({ content }) => content?.title)).toEqual(items.map((_, i) => `Post ${i}`));
    expect(received.every(({ change, content }) => change.id === content?.id && change.from === null && change.to === 'publish')).toBe(
      true,
    );
    expect(load.mock.calls.length).toBeLessThanOrEqual(3);
  });
});

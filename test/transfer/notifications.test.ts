import { afterEach, describe, expect, it, vi } from 'vitest';
import { subscribe, type Subscription } from '../../src/core/feed/feed.ts';
import { type ContentEvent, contentChanges } from '../../src/domains/content/content-feed.ts';
import { dated, importing } from './importing.ts';
import { wxrFile, wxrItem } from './make-wxr.ts';

const here = importing();

let hearing: Subscription<ContentEvent> | undefined;
afterEach(() => hearing?.end());

describe('Notifications of an import', () => {
  it('list all content in order, and batched notifications share one read', async () => {
    const { site } = here;
    hearing = await subscribe(site, contentChanges, 'user 1', ({ kind }) => kind === 'post');
    const load = vi.spyOn(contentChanges, 'load');
    const items = Array.from({ length: 40 }, (_, at) => wxrItem({ title: `Post ${at}`, wp: dated(at + 10) }));
    await here.importText(wxrFile(...items));
    const heard: ContentEvent[] = [];
    while (heard.length < items.length) heard.push((await hearing.next()).value as ContentEvent);
    expect(heard.map(({ content }) => content?.title)).toEqual(items.map((_, at) => `Post ${at}`));
    expect(heard.every(({ change, content }) => change.id === content?.id && change.from === null && change.to === 'publish')).toBe(true);
    expect(load.mock.calls.length).toBeLessThanOrEqual(3);
  });
});

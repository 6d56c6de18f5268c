import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMedia, makePost, makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import type { Viewer } from '../../src/domains/identity/auth/viewer.ts';
import { loadContent } from '../../src/domains/content/content.reader.ts';
import { updateContent, runContentTransaction, deletePermanently, moveToTrash } from '../../src/domains/content/content.service.ts';
import { attachment, post } from '../../src/domains/content/kinds.ts';
import { publishDueContent } from '../../src/domains/content/schedule.service.ts';
import { purgeTrash, moveContentToTrash } from '../../src/domains/content/trash.service.ts';
import { createShiftedClock, withClock } from '../../src/core/time/clock.ts';

let site: TestSite;
let editor: Viewer;
beforeAll(async () => {
  site = await openTestSite();
  editor = await makeUser(site);
});
afterAll(() => site.close());

const DAY = 86_400_000;
const trash = (id: number) => moveToTrash(site, editor, post, id);
const restore = (id: number, status: string) => updateContent(site, editor, post, id, { status });

describe('Trash', () => {
  it('frees the slug of a post at once, and restores the slug later', async () => {
    const trashed = await makePost(site, editor, { title: 'Gone' });
    expect(await trash(trashed.id)).toMatchObject({ status: 'trash', slug: 'gone__trashed', desiredSlug: 'gone', trashedFrom: 'publish' });
    const follower = await makePost(site, editor, { title: 'Gone' });
    expect(follower.slug).toBe('gone');
    expect(await restore(trashed.id, 'publish')).toMatchObject({ status: 'publish', slug: 'gone-2', desiredSlug: '', trashedFrom: null });
    expect((await restore(follower.id, 'publish')).slug).toBe('gone');
  });

  it('accepts drafts without a slug', async () => {
    const [first, second] = [await makePost(site, editor, { status: 'draft' }), await makePost(site, editor, { status: 'draft' })];
    expect([(await trash(first.id)).slug, (await trash(second.id)).slug]).toEqual(['__trashed', '__trashed-2']);
    expect(await restore(first.id, 'draft')).toMatchObject({ status: 'draft', slug: '', dateUtc: null });
    expect((await restore(second.id, 'publish')).slug).toMatch(/^title-\d+$/);
  });

  it('refuses trashed content and types without trash', async () => {
    const trashed = await makePost(site, editor);
    await trash(trashed.id);
    await expect(trash(trashed.id)).rejects.toMatchObject({ code: 'already_in_trash', status: 410 });
    const media = await makeMedia(site, editor);
    await expect(runContentTransaction(site, (tx) => moveContentToTrash(site, tx, editor, attachment, media.id))).rejects.toMatchObject({
      code: 'trash_not_supported',
      status: 501,
    });
  });

  it('keeps content trashed while its texts change', async () => {
    const trashed = await makePost(site, editor);
    await trash(trashed.id);
    const changed = await updateContent(site, editor, post, trashed.id, { title: 'Changed', status: 'trash' });
    expect(changed).toMatchObject({ status: 'trash', title: 'Changed', slug: `${trashed.slug}__trashed`, trashedFrom: 'publish' });
  });

  it('is emptied after thirty days', async () => {
    const trashed = await makePost(site, editor);
    await trash(trashed.id);
    await withClock(createShiftedClock(29 * DAY), () => purgeTrash(site));
    expect(await loadContent(site, trashed.id)).not.toBeNull();
    await withClock(createShiftedClock(31 * DAY), () => purgeTrash(site));
    expect(await loadContent(site, trashed.id)).toBeNull();
  });

  it('is emptied except for content that cannot be deleted', async () => {
    const [stuck, other] = [await makePost(site, editor), await makePost(site, editor)];
    for (const { id } of [stuck, other]) await trash(id);
    await site.db.sql('CREATE TABLE glue (content_id int REFERENCES content)');
    await site.db.sql('INSERT INTO glue VALUES ($1)', [stuck.id]);
    expect(await withClock(createShiftedClock(31 * DAY), () => purgeTrash(site))).toBe(1);
    expect([(await loadContent(site, stuck.id))?.status, await loadContent(site, other.id)]).toEqual(['trash', null]);
    await site.db.sql('DROP TABLE glue');
  });
});

describe('Permanent deletion', () => {
  it('returns the deleted content and leaves no rows', async () => {
    const trashed = await makePost(site, editor, { content: 'Text' });
    await updateContent(site, editor, post, trashed.id, { content: 'Other' });
    expect(await deletePermanently(site, post, trashed.id)).toMatchObject({ id: trashed.id, status: 'publish', content: 'Other' });
    expect(await loadContent(site, trashed.id)).toBeNull();
    expect(await site.db.sql('SELECT 1 FROM revision WHERE content_id = $1', [trashed.id])).toEqual([]);
    await expect(deletePermanently(site, post, trashed.id)).rejects.toMatchObject({ code: 'content_not_found', status: 404 });
  });
});

describe('Scheduled post', () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);

  it('reads as published as soon as it is due', async () => {
    const due = await makePost(site, editor, { dateUtc: inAnHour() });
    expect(due.status).toBe('future');
    expect((await loadContent(site, due.id))?.status).toBe('future');
    const restored = await withClock(createShiftedClock(2 * 3_600_000), () => loadContent(site, due.id));
    expect(restored).toMatchObject({ status: 'publish', dateUtc: due.dateUtc, modifiedUtc: due.modifiedUtc });
    expect(await site.db.sql('SELECT status FROM content WHERE id = $1', [due.id])).toEqual([{ status: 'future' }]);
  });

  it('is published once by the job, and counts for its terms', async () => {
    await withClock(createShiftedClock(2 * 3_600_000), () => publishDueContent(site));
    const due = await makePost(site, editor, { dateUtc: inAnHour(), terms: { category: [1] } });
    const count = async () => (await site.db.sql<{ count: number }>('SELECT count FROM term WHERE id = 1'))[0]?.count ?? 0;
    const before = await count();
    const published = await withClock(createShiftedClock(2 * 3_600_000), () => publishDueContent(site));
    expect(published).toContain(due.id);
    expect(await count()).toBe(before + 1);
    expect(await withClock(createShiftedClock(2 * 3_600_000), () => publishDueContent(site))).toEqual([]);
  });
});

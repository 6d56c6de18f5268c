import { now } from '#app/core/time/clock.ts';
import type { Row } from '#app/core/db/model.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { readInput } from './changes.input.ts';
import { contentTransaction } from './content.service.ts';
import { contentForChange, updateContent } from './content.writer.ts';
import type { ContentKind } from './kinds.ts';
import { columnTime, siteZone, utcWall } from './site-time.ts';

/** What someone is writing and has not saved; when that was is a clock time, the site's and that of UTC. */
export type AutosaveRecord = Row<'Autosave', 'savedLocal' | 'savedUtc'>;

/** What an editor sends from time to time; what is absent stays as it was kept before, or as it is stored. */
export interface AutosavedTexts {
  title?: string | null | undefined;
  content?: string | null | undefined;
  excerpt?: string | null | undefined;
}

/**
 * Keeps what the viewer writes to a content, beside what is stored, in the place of what they kept before. Anyone who writes a draft of their own
 * changes the draft itself: the result then has the draft's number, and none of a content. Whether the viewer may edit is the caller's question.
 */
export async function saveAutosave(
  site: Site,
  viewer: Viewer,
  kind: ContentKind,
  contentId: number,
  texts: AutosavedTexts,
): Promise<AutosaveRecord> {
  return await contentTransaction(site, async (tx) => {
    const { record: stored } = await contentForChange(tx, kind.name, contentId);
    if (stored.status === 'draft' && stored.authorId === viewer.id) {
      const draft = await updateContent(site, tx, viewer, kind, contentId, { ...texts });
      const { id, title, content, excerpt, modifiedLocal, modifiedUtc } = draft;
      return { id, contentId: 0, authorId: viewer.id, title, content, excerpt, savedLocal: modifiedLocal, savedUtc: modifiedUtc };
    }
    const { title, content, excerpt } = readInput(site, viewer, kind, { ...texts }, stored.status);
    const given = {
      ...(title !== undefined && { title }),
      ...(content !== undefined && { content }),
      ...(excerpt !== undefined && { excerpt }),
    };
    const moment = now();
    const [savedLocal, savedUtc] = [toWallTime(moment, siteZone(site)), utcWall(moment)];
    const saved = { savedLocal: columnTime(savedLocal), savedUtc: columnTime(savedUtc) };
    const kept = await tx.autosave.upsert({
      where: { contentId_authorId: { contentId, authorId: viewer.id } },
      create: { contentId, authorId: viewer.id, title: stored.title, content: stored.content, excerpt: stored.excerpt, ...given, ...saved },
      update: { ...given, ...saved },
    });
    return { ...kept, savedLocal, savedUtc };
  });
}

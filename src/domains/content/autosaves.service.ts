import { now } from '#app/core/time/clock.ts';
import type { Row } from '#app/core/db/model.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { readInput } from './changes.input.ts';
import { runContentTransaction } from './content.service.ts';
import { lockContent, updateContentIn } from './content.writer.ts';
import type { ContentKind } from './kinds.ts';
import { toColumnTime, getSiteZone, toUtcWallTime } from './site-time.ts';

/** Unsaved texts of an author. `savedLocal` is the time of saving as a wall time in the site's zone, `savedUtc` in UTC. */
export type AutosaveRecord = Row<'Autosave', 'savedLocal' | 'savedUtc'>;

/** Texts that an editor sends regularly. An absent text keeps its last autosaved or stored value. */
export interface AutosavedTexts {
  title?: string | null | undefined;
  content?: string | null | undefined;
  excerpt?: string | null | undefined;
}

/**
 * Stores the viewer's unsaved texts of a content item as an autosave, which replaces the viewer's earlier one. If the item is the viewer's own
 * draft, changes the draft instead; the result then has the ID of the draft, and `contentId` is 0. The caller checks permissions.
 */
export async function saveAutosave(
  site: Site,
  viewer: Viewer,
  kind: ContentKind,
  contentId: number,
  texts: AutosavedTexts,
): Promise<AutosaveRecord> {
  return await runContentTransaction(site, async (tx) => {
    const { record: stored } = await lockContent(tx, kind.name, contentId);
    if (stored.status === 'draft' && stored.authorId === viewer.id) {
      const draft = await updateContentIn(site, tx, viewer, kind, contentId, { ...texts });
      const { id, title, content, excerpt, modifiedLocal, modifiedUtc } = draft;
      return { id, contentId: 0, authorId: viewer.id, title, content, excerpt, savedLocal: modifiedLocal, savedUtc: modifiedUtc };
    }
    const { title, content, excerpt } = readInput(site, viewer, kind, { ...texts }, stored.status);
    const newTexts = {
      ...(title !== undefined && { title }),
      ...(content !== undefined && { content }),
      ...(excerpt !== undefined && { excerpt }),
    };
    const moment = now();
    const [savedLocal, savedUtc] = [toWallTime(moment, getSiteZone(site)), toUtcWallTime(moment)];
    const saved = { savedLocal: toColumnTime(savedLocal), savedUtc: toColumnTime(savedUtc) };
    const autosave = await tx.autosave.upsert({
      where: { contentId_authorId: { contentId, authorId: viewer.id } },
      create: {
        contentId,
        authorId: viewer.id,
        title: stored.title,
        content: stored.content,
        excerpt: stored.excerpt,
        ...newTexts,
        ...saved,
      },
      update: { ...newTexts, ...saved },
    });
    return { ...autosave, savedLocal, savedUtc };
  });
}

import type { Tx } from '#app/core/db/database.ts';
import { queryIn } from '#app/core/db/statement.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import type { ContentInput } from './changes.input.ts';
import { notifyContentChanges } from './changes.ts';
import { isCounted, insertTerms } from './content.terms.ts';
import { recordScheduledDate } from './due-content.ts';
import type { ContentKind } from './kinds.ts';
import { type NewContent, buildNewRow, readNewContent, buildSlugInput } from './new-content.ts';
import { nextContentIds } from './next-content-id.ts';
import { toColumnTime } from './site-time.ts';
import { decideSlugs } from './slug.decision.ts';
import { notifyContentWritten } from './write-listeners.ts';

/** Result of `createContentItems` for one input. */
export interface CreatedContent {
  id: number;
  status: string;
}

/**
 * Creates several content items of a kind, like `createContentIn`. The number of statements does not grow with the number of items, except for
 * authors, featured media and the listeners of other domains. Use it for up to a few hundred items. Results are in the order of the inputs.
 */
export async function createContentItems(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  kind: ContentKind,
  inputs: readonly ContentInput[],
): Promise<CreatedContent[]> {
  if (inputs.length === 0) return [];
  const newContent: NewContent[] = [];
  for (const input of inputs) newContent.push(await readNewContent(site, tx, viewer, kind, input));
  const ids = (await queryIn(tx, nextContentIds, newContent.length)).map(({ id }) => id);
  const numbered = newContent.map((content, i) => ({ content, id: ids[i] as number }));
  const slugs = await decideSlugs(
    tx,
    kind,
    numbered.map(({ content, id }) => buildSlugInput(viewer, kind, content, id)),
  );
  await tx.content.createMany({
    data: numbered.map(({ content, id }, i) => buildNewRow(site, viewer, kind, content, { id, slug: slugs[i] as string })),
  });
  await insertTerms(
    tx,
    kind,
    numbered.map(({ content: { cleaned, dates }, id }) => ({
      contentId: id,
      termIds: { ...kind.defaultTerms(site), ...cleaned.terms },
      isCounted: isCounted(dates.status),
    })),
  );
  for (const { content, id } of numbered) {
    const { cleaned, dates } = content;
    await notifyContentWritten(site, tx, { id, kind: kind.name, status: dates.status, ticketed: [], meta: cleaned.meta });
    if (dates.status === 'future' && dates.dateUtc !== null) recordScheduledDate(site, toColumnTime(dates.dateUtc));
  }
  const created = numbered.map(({ content: { dates }, id }) => ({ id, status: dates.status }));
  await notifyContentChanges(
    tx,
    created.map(({ id, status }) => ({ id, kind: kind.name, from: null, to: status })),
  );
  return created;
}

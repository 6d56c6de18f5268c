import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Tx } from '#app/core/db/database.ts';
import { type ImageChoice, storeImage } from '../images.ts';
import { findOrCreateTerm } from '../term-choice.ts';
import type { Site } from '#app/site.ts';
import type { Taxonomy } from '#app/domains/content/terms/taxonomies.ts';
import { type Activity, type ActivityKind, addToActivity } from './activity.ts';
import type { ImportRecord } from './import.record.ts';

/** Context for writing the items of a batch, with the state of the batch. */
export interface ImportScope {
  site: Site;
  tx: Tx;
  /** Author of the events. */
  viewer: Viewer;
  record: ImportRecord;
  activity: Activity;
  /** Images by URL, chosen before the transaction. Images that this batch has stored have an ID. */
  images: Map<string, ImageChoice>;
  /** IDs of the venues and organizers that this batch has already processed, by their key. */
  processed: Map<string, number>;
}

/** Copies the scope for one item, so that a failed item leaves no state behind. */
export function copyImportScope(scope: ImportScope): ImportScope {
  return {
    ...scope,
    activity: structuredClone(scope.activity),
    images: new Map(scope.images),
    processed: new Map(scope.processed),
  };
}

/**
 * Stores the image of a URL in the library, once per batch, and returns it as a link to an ID; undefined without a URL or if the image could not be
 * loaded.
 */
export async function storeImageFromUrl(scope: ImportScope, url: string | undefined): Promise<{ id: number } | undefined> {
  const choice = url === undefined ? undefined : scope.images.get(url);
  if (url === undefined || choice === undefined) return undefined;
  const id = (await storeImage(scope.site, scope.tx, scope.viewer, choice)) ?? 0;
  addToActivity(scope.activity, 'attachment', 'remote' in choice ? 'created' : 'skipped', id);
  scope.images.set(url, { id });
  return { id };
}

const activityKindByTaxonomy: Readonly<Record<string, ActivityKind>> = { event_category: 'tribe_events_cat', post_tag: 'post_tag' };

/** Returns the IDs of the terms with these names, and creates missing ones. A number is a name too (docs/behaviour/events.md 5.2). */
export async function findOrCreateTermIdsByName(
  { tx, activity }: ImportScope,
  taxonomy: Taxonomy,
  names: readonly string[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const name of new Set(names.map((name) => name.trim()))) {
    const term = await findOrCreateTerm(tx, taxonomy, name);
    if (!term) continue;
    if (term.isNew) addToActivity(activity, activityKindByTaxonomy[taxonomy.name] as ActivityKind, 'created', term.id);
    ids.push(term.id);
  }
  return [...new Set(ids)];
}

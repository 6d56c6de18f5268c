import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Tx } from '#app/core/db/database.ts';
import { type ImageChoice, keepImage } from '../images.ts';
import { termOfWord } from '../term-choice.ts';
import type { Site } from '#app/site.ts';
import type { Taxonomy } from '#app/domains/content/terms/taxonomies.ts';
import { type Activity, type ActivityKind, note } from './activity.ts';
import type { ImportRecord } from './import.record.ts';

/** Context for writing the items of a batch, with its state so far. */
export interface ImportScope {
  site: Site;
  tx: Tx;
  /** Author of the events. */
  viewer: Viewer;
  record: ImportRecord;
  activity: Activity;
  /** Images by address, chosen before the transaction. Images that this batch stored have an ID. */
  images: Map<string, ImageChoice>;
  /** Venues and organizers that this batch has processed. */
  dealtWith: Map<string, number>;
}

/** Copies the scope for one item, so that a failed item leaves no state behind. */
export function scopeOfItem(scope: ImportScope): ImportScope {
  return {
    ...scope,
    activity: structuredClone(scope.activity),
    images: new Map(scope.images),
    dealtWith: new Map(scope.dealtWith),
  };
}

/** Returns the image of an address as a library item, stored once in a batch; undefined if it could not be loaded. */
export async function imageOfAddress(scope: ImportScope, address: string | undefined): Promise<{ id: number } | undefined> {
  const choice = address === undefined ? undefined : scope.images.get(address);
  if (address === undefined || choice === undefined) return undefined;
  const id = (await keepImage(scope.site, scope.tx, scope.viewer, choice)) ?? 0;
  note(scope.activity, 'attachment', 'remote' in choice ? 'created' : 'skipped', id);
  scope.images.set(address, { id });
  return { id };
}

const kinds: Readonly<Record<string, ActivityKind>> = { event_category: 'tribe_events_cat', post_tag: 'post_tag' };

/** Returns the IDs of the terms with these names, and creates missing ones. Numbers are names too (events.md 5.2). */
export async function termsOfNames({ tx, activity }: ImportScope, taxonomy: Taxonomy, names: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const name of new Set(names.map((one) => one.trim()))) {
    const term = await termOfWord(tx, taxonomy, name);
    if (!term) continue;
    if (term.isNew) note(activity, kinds[taxonomy.name] as ActivityKind, 'created', term.id);
    ids.push(term.id);
  }
  return [...new Set(ids)];
}

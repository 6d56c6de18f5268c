import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Tx } from '#app/core/db/database.ts';
import { type ImageChoice, keepImage } from '../images.ts';
import { termOfWord } from '../term-choice.ts';
import type { Site } from '#app/site.ts';
import type { Taxonomy } from '#app/domains/content/terms/taxonomies.ts';
import { type Activity, type ActivityKind, note } from './activity.ts';
import type { ImportRecord } from './import.record.ts';

/** What the items of one batch are written with, and what came of those before. */
export interface ImportScope {
  site: Site;
  tx: Tx;
  /** Who the events are by. */
  viewer: Viewer;
  record: ImportRecord;
  activity: Activity;
  /** Images by their address, as they were chosen before the transaction; those that this batch stored are known by id. */
  images: Map<string, ImageChoice>;
  /** Venues and organizers that this batch has dealt with. */
  dealtWith: Map<string, number>;
}

/** A scope of its own for one item, so that what fails leaves nothing behind. */
export function scopeOfItem(scope: ImportScope): ImportScope {
  return {
    ...scope,
    activity: structuredClone(scope.activity),
    images: new Map(scope.images),
    dealtWith: new Map(scope.dealtWith),
  };
}

/** The image behind an address as an item of the library, stored once in a batch; undefined when it cannot be loaded. */
export async function imageOfAddress(scope: ImportScope, address: string | undefined): Promise<{ id: number } | undefined> {
  const choice = address === undefined ? undefined : scope.images.get(address);
  if (address === undefined || choice === undefined) return undefined;
  const id = (await keepImage(scope.site, scope.tx, scope.viewer, choice)) ?? 0;
  note(scope.activity, 'attachment', 'remote' in choice ? 'created' : 'skipped', id);
  scope.images.set(address, { id });
  return { id };
}

const kinds: Readonly<Record<string, ActivityKind>> = { event_category: 'tribe_events_cat', post_tag: 'post_tag' };

/** Ids of the terms with these names, made when missing; numbers are names too (events.md 5.2). */
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

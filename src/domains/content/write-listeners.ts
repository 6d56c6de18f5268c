import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import type { MetaChange } from './meta.registry.ts';

/** A write of content, as other domains hear of it inside its transaction: they may write along with it, and their failure undoes it. */
export interface WrittenContent {
  id: number;
  kind: string;
  status: string;
  /** Providers that had tickets on it before. */
  ticketed: readonly string[];
  /** Meta that was given. */
  meta: MetaChange | undefined;
}

/** Does what another domain does when content is written. */
export type WriteListener = (site: Site, tx: Tx, written: WrittenContent) => Promise<void>;

/** Does what another domain does before content is deleted for good, such as to lock in its own order what the deletion touches. */
export type RemovalListener = (tx: Tx, id: number) => Promise<void>;

const listeners = new Map<string, WriteListener>();
const removalListeners = new Map<string, RemovalListener>();

/** Lets a domain write along with content; a second listener of the same name replaces the first. */
export function onContentWritten(name: string, listener: WriteListener): void {
  listeners.set(name, listener);
}

/** Lets a domain act before content goes, with its row locked; a second listener of the same name replaces the first. */
export function onContentRemoval(name: string, listener: RemovalListener): void {
  removalListeners.set(name, listener);
}

/** Tells all listeners that the content is about to go, one after another. */
export async function tellRemoval(tx: Tx, id: number): Promise<void> {
  for (const listener of removalListeners.values()) await listener(tx, id);
}

/** Tells all listeners, one after another. */
export async function tellWritten(site: Site, tx: Tx, written: WrittenContent): Promise<void> {
  for (const listener of listeners.values()) await listener(site, tx, written);
}

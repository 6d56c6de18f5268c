import path from 'node:path';
import { createDirectoryStore } from './directory-store.ts';
import type { Log } from '#app/core/logging/log.ts';
import type { State } from '#app/core/state/state.ts';
import { withUnavailableFailure } from './unavailable-store.ts';
import { type S3Location, createS3Store } from './s3-store.ts';
import type { FileStore } from './store.ts';

/** Process settings that select the store: a bucket if `uploads` is set, else the data directory. */
export interface StoreSettings {
  dataDirectory: string;
  uploads?: S3Location | undefined;
}

/** Parts of a site that select its store. */
export interface StoreSite {
  config: StoreSettings;
  log: Log;
  state: State;
}

const KEY = /^\d{4}\/\d{2}\/[A-Za-z0-9][A-Za-z0-9_-]*\.[a-z0-9]{2,4}$/;

/** True if the string is a valid key of a file. All other keys must be rejected before they reach a store. */
export function isKey(text: string): boolean {
  return text.length <= 200 && KEY.test(text);
}

/** Returns the store of a site, created on first use. If the bucket is unavailable, its methods throw 503 `service_unavailable`. */
export function getFileStore(site: StoreSite): FileStore {
  return site.state.getOrCreate(openStore, site);
}

function openStore({ config: { uploads, dataDirectory }, log }: StoreSite): FileStore {
  return uploads ? withUnavailableFailure(createS3Store(uploads), log) : createDirectoryStore(path.resolve(dataDirectory, 'uploads'));
}

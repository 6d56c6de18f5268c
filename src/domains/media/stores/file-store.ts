import path from 'node:path';
import { directoryStore } from './directory-store.ts';
import type { Log } from '#app/core/logging/log.ts';
import type { State } from '#app/core/state/state.ts';
import { toldWhenLost } from './lost-store.ts';
import { type S3Place, s3Store } from './s3-store.ts';
import type { FileStore } from './store.ts';

/** What of the settings of the process decides where files lie: a bucket, or else the data directory. */
export interface StoreSettings {
  dataDirectory: string;
  uploads?: S3Place | undefined;
}

/** What of a site decides where its files lie. */
export interface StoreSite {
  config: StoreSettings;
  log: Log;
  state: State;
}

const KEY = /^\d{4}\/\d{2}\/[A-Za-z0-9][A-Za-z0-9_-]*\.[a-z0-9]{2,4}$/;

/** Whether a text can be the key of a file; no other text ever reaches a store. */
export function isKey(text: string): boolean {
  return text.length <= 200 && KEY.test(text);
}

/** The store of a site, made when it is first needed. A bucket that cannot be used is a 503 `service_unavailable`. */
export function storeOf(site: StoreSite): FileStore {
  return site.state.of(openStore, site);
}

function openStore({ config: { uploads, dataDirectory }, log }: StoreSite): FileStore {
  return uploads ? toldWhenLost(s3Store(uploads), log) : directoryStore(path.resolve(dataDirectory, 'uploads'));
}

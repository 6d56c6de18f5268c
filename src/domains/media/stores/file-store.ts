import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import path from 'node:path';
import { directoryStore } from './directory-store.ts';
import type { Log } from '#app/core/logging/log.ts';
import { toldWhenLost } from './lost-store.ts';
import { type S3Place, s3Store } from './s3-store.ts';

/** A file on its way into a store. */
export interface StoredFile {
  /** `2026/11/photo-1a2b3c4d.jpg`: see `isKey`. */
  key: string;
  content: Buffer;
  mimeType: string;
}

/** A store's response to a request for a file: 200, 206, 304, 404, 412 or 416, with the headers that say which part it is. */
export interface FileAnswer {
  status: number;
  headers: Record<string, string>;
  /** Null where the response has no body. */
  body: Readable | null;
}

/** Where the library's files lie. Keys are made by the library and are safe as paths. */
export interface FileStore {
  put(file: StoredFile): Promise<void>;
  /** Removes what is there of these; what is not there is no error. */
  remove(keys: readonly string[]): Promise<void>;
  /** The whole file; null where none exists. */
  read(key: string): Promise<Readable | null>;
  /** The file as the request's conditions and range ask for it. */
  answer(request: IncomingMessage, key: string): Promise<FileAnswer>;
}

/** What of the settings of the process decides where files lie: a bucket, or else the data directory. */
export interface StoreSettings {
  dataDirectory: string;
  uploads?: S3Place | undefined;
}

const KEY = /^\d{4}\/\d{2}\/[A-Za-z0-9][A-Za-z0-9_-]*\.[a-z0-9]{2,4}$/;

/** Whether a text can be the key of a file; no other text ever reaches a store. */
export function isKey(text: string): boolean {
  return text.length <= 200 && KEY.test(text);
}

const stores = new WeakMap<object, FileStore>();

/** The store of a site, made when it is first needed. A bucket that cannot be used is told as 503 `service_unavailable`. */
export function storeOf(site: { config: StoreSettings; log: Log }): FileStore {
  let store = stores.get(site.config);
  if (!store) {
    const { uploads, dataDirectory } = site.config;
    store = uploads ? toldWhenLost(s3Store(uploads), site.log) : directoryStore(path.resolve(dataDirectory, 'uploads'));
    stores.set(site.config, store);
  }
  return store;
}

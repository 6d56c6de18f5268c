import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

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

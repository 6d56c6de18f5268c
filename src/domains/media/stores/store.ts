import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

/** A file to store. */
export interface StoredFile {
  /** `2026/11/photo-1a2b3c4d.jpg`: see `isKey`. */
  key: string;
  content: Buffer;
  mimeType: string;
}

/** Response of a store to a request for a file: 200, 206, 304, 404, 412 or 416, with range headers. */
export interface FileResponse {
  status: number;
  headers: Record<string, string>;
  /** Body; null if none exists. */
  body: Readable | null;
}

/** Storage of the library's files. The library creates the keys; they are safe as paths. */
export interface FileStore {
  put(file: StoredFile): Promise<void>;
  /** Removes existing files and ignores missing ones. */
  remove(keys: readonly string[]): Promise<void>;
  /** Returns the whole file; null if it does not exist. */
  read(key: string): Promise<Readable | null>;
  /** Responds to the conditions and the range of a request. */
  respond(request: IncomingMessage, key: string): Promise<FileResponse>;
}

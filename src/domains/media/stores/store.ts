import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

/** A file to store. */
export interface StoredFile {
  /** Key such as `2026/11/photo-1a2b3c4d.jpg` (`isKey`). */
  key: string;
  content: Buffer;
  mimeType: string;
}

/** Response of a store to a request for a file. `status` is 200, 206, 304, 404, 412 or 416; `headers` have lower-case names. */
export interface FileResponse {
  status: number;
  headers: Record<string, string>;
  /** Null if the response has no body. */
  body: Readable | null;
}

/** Storage for the files of the library. All keys are safe as paths (`isKey`). */
export interface FileStore {
  put(file: StoredFile): Promise<void>;
  /** Removes existing files and ignores missing ones. */
  remove(keys: readonly string[]): Promise<void>;
  /** Returns the whole file, or null if it does not exist. */
  read(key: string): Promise<Readable | null>;
  /** Returns the response to a request for a file. Observes the conditional headers and the range of the request. */
  respond(request: IncomingMessage, key: string): Promise<FileResponse>;
}

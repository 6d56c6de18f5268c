/** An uploaded file before any check. */
export interface ReceivedFile {
  /** File name from the client; empty if missing. */
  fileName: string;
  /** Media type from the client; empty if missing. */
  mimeType: string;
  content: Buffer;
}

/**
 * A file in a request. Only code creates instances, never JSON, so an argument of this class is always a real file. It is read after the permission check, so
 * a missing or unreadable file is reported only then.
 */
export class Upload {
  readonly #read: () => ReceivedFile | Promise<ReceivedFile>;

  constructor(read: () => ReceivedFile | Promise<ReceivedFile>) {
    this.#read = read;
  }

  /** Returns the file. Throws the failure of a request without one. */
  async read(): Promise<ReceivedFile> {
    return await this.#read();
  }
}

/** An uploaded file before any check. */
export interface ReceivedFile {
  /** File name that the client sent; empty if missing. */
  fileName: string;
  /** Media type that the client sent; empty if missing. */
  mimeType: string;
  content: Buffer;
}

/**
 * A file in a request. Instances are only created by code, never from JSON, so an argument of this class is always a real file. The file is read
 * after the permission check, so a missing or unreadable file is reported only to callers with permission.
 */
export class Upload {
  readonly #read: () => ReceivedFile | Promise<ReceivedFile>;

  constructor(read: () => ReceivedFile | Promise<ReceivedFile>) {
    this.#read = read;
  }

  /** Returns the file. Throws a failure if the request contains no file or an unreadable one. */
  async read(): Promise<ReceivedFile> {
    return await this.#read();
  }
}

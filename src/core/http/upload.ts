/** A file as it arrived: nothing of it has been checked. */
export interface ReceivedFile {
  /** As the sender calls it; empty when the sender gave none. */
  fileName: string;
  /** As the sender says; empty when the sender said nothing. */
  mimeType: string;
  content: Buffer;
}

/**
 * A file that a request carries beside its other values. Only code makes one, never JSON, so an argument of this class really is a file. It is
 * read when the permission to send it has been judged; a request whose file is missing or cannot be read says so only then.
 */
export class Upload {
  readonly #read: () => ReceivedFile | Promise<ReceivedFile>;

  constructor(read: () => ReceivedFile | Promise<ReceivedFile>) {
    this.#read = read;
  }

  /** The file. Throws the refusal of a request that carries none. */
  async read(): Promise<ReceivedFile> {
    return await this.#read();
  }
}

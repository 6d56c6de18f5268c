import type { Readable } from 'node:stream';

/** A body that was read up to a limit. */
export interface ReadBody {
  content: Buffer;
  /** True if the body is longer than `content`. */
  isCut: boolean;
}

/** Reads a body up to a limit. Stops the transfer if the body is longer. */
export async function readBody(stream: Readable, maxBytes: number): Promise<ReadBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    // leaving the loop destroys the stream
    if (size > maxBytes) return { content: Buffer.concat(chunks).subarray(0, maxBytes), isCut: true };
  }
  return { content: Buffer.concat(chunks), isCut: false };
}

import type { Readable } from 'node:stream';

/** The start of a body, and whether it was cut. */
export interface ReadBody {
  content: Buffer;
  isCut: boolean;
}

/** Reads a body up to a limit and stops the transfer there. */
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

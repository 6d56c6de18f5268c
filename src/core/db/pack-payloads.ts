/** Maximum size of a notification. PostgreSQL requires less than 8,000 bytes. */
const MAX_BYTES = 7_900;
/** Separator between payloads. It does not occur in payloads, because JSON escapes it. */
const SEPARATOR = '\u001e';

/**
 * Joins payloads into notifications, in order. Each notification contains as many payloads as fit. Throws a RangeError if a single payload is too
 * long.
 */
export function packPayloads(payloads: readonly string[]): string[] {
  const messages: string[] = [];
  let batch: string[] = [];
  let bytes = 0;
  for (const payload of payloads) {
    const size = Buffer.byteLength(payload) + SEPARATOR.length;
    if (size > MAX_BYTES) throw new RangeError(`Too long for a notification: ${size} bytes`);
    if (bytes + size > MAX_BYTES) {
      messages.push(batch.join(SEPARATOR));
      [batch, bytes] = [[], 0];
    }
    batch.push(payload);
    bytes += size;
  }
  if (batch.length > 0) messages.push(batch.join(SEPARATOR));
  return messages;
}

/** Splits a notification into its payloads. */
export function unpackPayloads(message: string): string[] {
  return message.split(SEPARATOR);
}

/** PostgreSQL limits a notification to less than 8,000 bytes. */
const MAX_BYTES = 7_900;
/** Never part of a payload, because JSON escapes it. */
const BETWEEN = '\u001e';

/** Joins payloads to notifications, in order, each as full as possible. Throws a RangeError if a single payload is too long. */
export function packed(texts: readonly string[]): string[] {
  const messages: string[] = [];
  let held: string[] = [];
  let bytes = 0;
  for (const text of texts) {
    const own = Buffer.byteLength(text) + BETWEEN.length;
    if (own > MAX_BYTES) throw new RangeError(`Too long for a notification: ${own} bytes`);
    if (bytes + own > MAX_BYTES) {
      messages.push(held.join(BETWEEN));
      [held, bytes] = [[], 0];
    }
    held.push(text);
    bytes += own;
  }
  if (held.length > 0) messages.push(held.join(BETWEEN));
  return messages;
}

/** Splits a notification into its payloads. */
export function unpacked(message: string): string[] {
  return message.split(BETWEEN);
}

/** PostgreSQL sends less than 8,000 bytes with a notification. */
const MAX_BYTES = 7_900;
/** Never in a text of ours: JSON writes it as an escape. */
const BETWEEN = '\u001e';

/** Texts as the notifications that hold them, in their order: each as full as it may be. Throws a RangeError when one alone is too long. */
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

/** The texts that a notification holds. */
export function unpacked(message: string): string[] {
  return message.split(BETWEEN);
}

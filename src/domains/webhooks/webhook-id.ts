/** Returns the public ID of a message, which all attempts share. It contains the time, because database IDs are reused after a backup is restored. */
export const formatWebhookId = (id: bigint, at: Date): string => `msg_${id}_${at.getTime().toString(36)}`;

/** Parses the public ID of a message. Returns null for any other string. */
export function parseWebhookId(text: string): { id: bigint; at: Date } | null {
  const [, id, at] = /^msg_([1-9]\d{0,17})_([0-9a-z]{1,9})$/.exec(text) ?? [];
  return id === undefined || at === undefined ? null : { id: BigInt(id), at: new Date(Number.parseInt(at, 36)) };
}

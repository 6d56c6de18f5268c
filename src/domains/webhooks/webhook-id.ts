/** The id under which an endpoint gets a message, however often: its number and moment, since numbers come again where a backup was restored. */
export const webhookId = (id: bigint, at: Date): string => `msg_${id}_${at.getTime().toString(36)}`;

/** The number in the id of a message, and its moment; null for every other text. */
export function readWebhookId(text: string): { id: bigint; at: Date } | null {
  const [, id, at] = /^msg_([1-9]\d{0,17})_([0-9a-z]{1,9})$/.exec(text) ?? [];
  return id === undefined || at === undefined ? null : { id: BigInt(id), at: new Date(Number.parseInt(at, 36)) };
}

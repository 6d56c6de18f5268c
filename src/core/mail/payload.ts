import type { Keeper, Keepers } from '../secrets/keeper.ts';
import { seal, sealingKey, unsealWithAny } from '../secrets/sealed.ts';

const keyOf = (site: Keeper) => sealingKey(site.secretKey, 'mail payload');

/** Encrypts the payload of a message for the outbox, because it may contain names or codes. */
export function sealPayload(site: Keeper, payload: unknown): Buffer<ArrayBuffer> {
  return seal(keyOf(site), JSON.stringify(payload));
}

/** Decrypts a payload. Returns null if it is missing or was deleted. */
export function openPayload(site: Keepers, sealed: Uint8Array | null): unknown {
  return sealed && (JSON.parse(unsealWithAny(site, keyOf, sealed)) as unknown);
}

import type { Keeper, Keepers } from '../secrets/keeper.ts';
import { seal, sealingKey, unsealWithAny } from '../secrets/sealed.ts';

const keyOf = (site: Keeper) => sealingKey(site.secretKey, 'mail payload');

/** What a message is about, as the outbox keeps it: it may name people or hold a code, so only this service can read it. */
export function sealPayload(site: Keeper, payload: unknown): Buffer<ArrayBuffer> {
  return seal(keyOf(site), JSON.stringify(payload));
}

/** The payload that was sealed; null where it does not exist, or not any more. */
export function openPayload(site: Keepers, sealed: Uint8Array | null): unknown {
  return sealed && (JSON.parse(unsealWithAny(site, keyOf, sealed)) as unknown);
}

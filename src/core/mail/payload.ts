import type { Site } from '../../site.ts';
import { seal, sealingKey, unseal } from '../secrets/sealed.ts';

const keyOf = (site: Pick<Site, 'secretKey'>) => sealingKey(site.secretKey, 'mail payload');

/** What a message is about, as the outbox keeps it: it may name people or hold a code, so only this service can read it. */
export function sealPayload(site: Pick<Site, 'secretKey'>, payload: unknown): Buffer<ArrayBuffer> {
  return seal(keyOf(site), JSON.stringify(payload));
}

/** The payload that was sealed; null where there is none, or none any more. */
export function openPayload(site: Pick<Site, 'secretKey'>, sealed: Uint8Array | null): unknown {
  return sealed && (JSON.parse(unseal(keyOf(site), sealed)) as unknown);
}

import { now } from '#app/core/time/clock.ts';
import type { ShapedRow } from '#app/core/db/columns.ts';
import { retryOnConflict } from '#app/core/db/retry-on-conflict.ts';
import { notifyMailQueued } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { attemptDelivery, type AttemptResult, type Destination, isAccepted } from './attempt.ts';
import { type ClaimedMessage, claimMessages, dueEndpoints, storeDelivered, storeFailed } from './outbox.ts';
import { decryptSecret } from './secret.ts';
import { type DisableReason, queueEndpointDisabledMail } from './webhooks.mail.ts';
import { webhookOffAfterDays } from './webhooks.settings.ts';

type DueEndpoint = ShapedRow<NonNullable<typeof dueEndpoints.shape>>;

/** Time for which a message is claimed. It is longer than an attempt. When it has passed, another process may send the message. */
const CLAIM_MS = 60_000;
/** Maximum duration of a run. The next run continues. */
const RUN_MS = 50_000;
const MINUTE_MS = 60_000;
/** Pauses between attempts in minutes, in total about a day. The job runs every minute. */
const PAUSES_MINUTES = [0.5, 2, 5, 15, 60, 120, 240, 480, 540] as const;
const DAY_MS = 24 * 3_600_000;
const HTTP_GONE = 410;

/**
 * Returns the time of the next attempt after a number of attempts, or null after the last one. Random jitter spreads messages that failed together.
 */
function computeNextAttempt(at: Date, attempts: number): Date | null {
  const minutes = PAUSES_MINUTES[attempts - 1];
  return minutes === undefined ? null : new Date(at.getTime() + minutes * MINUTE_MS * (0.9 + Math.random() / 5));
}

/** Returns the URL and the decrypted secrets of an endpoint. */
function getDestination(site: Site, { url, secretSealed, previousSealed }: Omit<DueEndpoint, 'id'>): Destination {
  return { url, secrets: [secretSealed, previousSealed].flatMap((sealed) => (sealed ? [decryptSecret(site, sealed)] : [])) };
}

async function disableEndpoint(site: Site, { id, url }: { id: number; url: string }, reason: DisableReason): Promise<void> {
  const wasEnabled = await site.db.transaction(async (tx) => {
    const { count } = await tx.webhookEndpoint.updateMany({ where: { id, isOn: true }, data: { isOn: false, offReason: reason } });
    if (count > 0) await queueEndpointDisabledMail(site, tx, { url, reason });
    return count > 0;
  });
  if (!wasEnabled) return;
  notifyMailQueued(site);
  site.log.warn({ endpoint: id, reason }, 'a webhook endpoint was disabled');
}

/** Stores the result of an attempt and its consequences for the endpoint. */
async function storeResult(site: Site, endpoint: DueEndpoint, { id, attempts }: ClaimedMessage, result: AttemptResult): Promise<void> {
  const { at, status, ms, error } = result;
  const values = [String(id), at, status, ms, error];
  if (isAccepted(result)) return void (await retryOnConflict(() => site.db.rows(storeDelivered, values)));
  const [endpointState] = await retryOnConflict(() => site.db.rows(storeFailed, [...values, computeNextAttempt(at, attempts)]));
  const days = site.settings.get(webhookOffAfterDays);
  if (status === HTTP_GONE) await disableEndpoint(site, endpoint, 'gone');
  else if (endpointState && days > 0 && at.getTime() - endpointState.failingSince.getTime() >= days * DAY_MS)
    await disableEndpoint(site, endpoint, 'failing');
}

/** A run that delivers due messages for at most `RUN_MS`. */
class DeliveryRun {
  readonly #site: Site;
  readonly #until = performance.now() + RUN_MS;
  delivered = 0;

  constructor(site: Site) {
    this.#site = site;
  }

  /** Sends the due messages of an endpoint in batches, or only one message. Stops if the endpoint accepts no message of a batch. */
  async deliverToEndpoint(endpoint: DueEndpoint, onlyMessage: bigint | null = null): Promise<void> {
    const site = this.#site;
    const destination = getDestination(site, endpoint);
    while (performance.now() < this.#until) {
      const moment = now();
      const claimValues = [endpoint.id, moment, new Date(moment.getTime() + CLAIM_MS), onlyMessage === null ? null : String(onlyMessage)];
      const messages = await retryOnConflict(() => site.db.rows(claimMessages, claimValues));
      const accepted = await Promise.all(
        messages.map(async (message) => {
          const result = await attemptDelivery(site, destination, { ...message, id: BigInt(message.id) });
          await storeResult(site, endpoint, message, result);
          return isAccepted(result);
        }),
      );
      this.delivered += accepted.filter(Boolean).length;
      if (!accepted.includes(true) || onlyMessage !== null) return;
    }
  }
}

/**
 * Delivers due messages to all endpoints in parallel. Messages about the same object are delivered one after another. Delivers each message at least
 * once: if a process sent a message but was killed before it marked the message, the message is sent again with the same ID. Several processes can
 * call this function at the same time. Returns the number of delivered messages.
 */
export async function deliverMessages(site: Site): Promise<number> {
  const run = new DeliveryRun(site);
  const endpoints = await site.db.rows(dueEndpoints, [now()]);
  const results = await Promise.allSettled(endpoints.map((endpoint) => run.deliverToEndpoint(endpoint)));
  const failure = results.find(({ status }) => status === 'rejected');
  if (failure) throw (failure as PromiseRejectedResult).reason;
  return run.delivered;
}

/** Delivers one message immediately, unless earlier messages about the same object are waiting. */
export async function deliverNow(site: Site, endpointId: number, id: bigint): Promise<void> {
  const endpoint = (await site.db.rows(dueEndpoints, [now()])).find((due) => due.id === endpointId);
  if (endpoint) await new DeliveryRun(site).deliverToEndpoint(endpoint, id);
}

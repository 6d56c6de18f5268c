import { now } from '#app/core/time/clock.ts';
import type { ShapedRow } from '#app/core/db/columns.ts';
import { retrying } from '#app/core/db/retry.ts';
import { notifyMailQueued } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { attempt, type Attempted, type Destination, isTaken } from './attempt.ts';
import { type Claimed, claimMessages, dueEndpoints, noteDelivered, noteRefused } from './outbox.ts';
import { openSecret } from './secret.ts';
import { type OffReason, mailEndpointDisabled } from './webhooks.mail.ts';
import { webhookOffAfterDays } from './webhooks.settings.ts';

type DueEndpoint = ShapedRow<NonNullable<typeof dueEndpoints.shape>>;

/** Claim of a message in milliseconds, longer than an attempt. After it, the process is considered dead. */
const CLAIM_MS = 60_000;
/** Maximum duration of a run. The next run continues. */
const RUN_MS = 50_000;
const MINUTE_MS = 60_000;
/** Pauses between attempts in minutes; in total about a day. The job runs every minute. */
const PAUSES = [0.5, 2, 5, 15, 60, 120, 240, 480, 540] as const;
const DAY_MS = 24 * 3_600_000;
const GONE = 410;

/** Returns the time of the next attempt after a number of attempts; null = no more. Jitter spreads messages that failed together. */
function nextAttempt(at: Date, attempts: number): Date | null {
  const pause = PAUSES[attempts - 1];
  return pause === undefined ? null : new Date(at.getTime() + pause * MINUTE_MS * (0.9 + Math.random() / 5));
}

/** Returns the destination of an endpoint's messages. */
function destinationOf(site: Site, { url, secretSealed, previousSealed }: Omit<DueEndpoint, 'id'>): Destination {
  return { url, secrets: [secretSealed, previousSealed].flatMap((sealed) => (sealed ? [openSecret(site, sealed)] : [])) };
}

async function switchOff(site: Site, { id, url }: { id: number; url: string }, reason: OffReason): Promise<void> {
  const wasOn = await site.db.transaction(async (tx) => {
    const { count } = await tx.webhookEndpoint.updateMany({ where: { id, isOn: true }, data: { isOn: false, offReason: reason } });
    if (count > 0) await mailEndpointDisabled(site, tx, { url, reason });
    return count > 0;
  });
  if (!wasOn) return;
  notifyMailQueued(site);
  site.log.warn({ endpoint: id, reason }, 'a webhook endpoint was switched off');
}

/** Stores the result of an attempt and its consequences for the endpoint. */
async function note(site: Site, endpoint: DueEndpoint, { id, attempts }: Claimed, made: Attempted): Promise<void> {
  const { at, status, ms, error } = made;
  const values = [String(id), at, status, ms, error];
  if (isTaken(made)) return void (await retrying(() => site.db.rows(noteDelivered, values)));
  const [told] = await retrying(() => site.db.rows(noteRefused, [...values, nextAttempt(at, attempts)]));
  const days = site.settings.get(webhookOffAfterDays);
  if (status === GONE) await switchOff(site, endpoint, 'gone');
  else if (told && days > 0 && at.getTime() - told.failingSince.getTime() >= days * DAY_MS) await switchOff(site, endpoint, 'failing');
}

/** A delivery run. */
class Delivery {
  readonly #site: Site;
  readonly #until = performance.now() + RUN_MS;
  delivered = 0;

  constructor(site: Site) {
    this.#site = site;
  }

  /** Sends the due messages of an endpoint, or a single one. Stops if the endpoint accepts none of a batch. */
  async toEndpoint(endpoint: DueEndpoint, only: bigint | null = null): Promise<void> {
    const site = this.#site;
    const destination = destinationOf(site, endpoint);
    while (performance.now() < this.#until) {
      const moment = now();
      const claim = [endpoint.id, moment, new Date(moment.getTime() + CLAIM_MS), only === null ? null : String(only)];
      const due = await retrying(() => site.db.rows(claimMessages, claim));
      const taken = await Promise.all(
        due.map(async (message) => {
          const made = await attempt(site, destination, { ...message, id: BigInt(message.id) });
          await note(site, endpoint, message, made);
          return isTaken(made);
        }),
      );
      this.delivered += taken.filter(Boolean).length;
      if (!taken.includes(true) || only !== null) return;
    }
  }
}

/**
 * Delivers due messages: endpoints in parallel, messages about the same object one after another. Delivers at least once: a message that a
 * killed process sent but did not mark is sent again with the same ID. Several processes share the work. Returns the number of delivered
 * messages.
 */
export async function deliverMessages(site: Site): Promise<number> {
  const delivery = new Delivery(site);
  const endpoints = await site.db.rows(dueEndpoints, [now()]);
  const ended = await Promise.allSettled(endpoints.map((endpoint) => delivery.toEndpoint(endpoint)));
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
  return delivery.delivered;
}

/** Delivers one message immediately, unless earlier messages about the same object are waiting. */
export async function deliverNow(site: Site, endpointId: number, id: bigint): Promise<void> {
  const endpoint = (await site.db.rows(dueEndpoints, [now()])).find((due) => due.id === endpointId);
  if (endpoint) await new Delivery(site).toEndpoint(endpoint, id);
}

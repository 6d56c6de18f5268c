import { now } from '#app/core/time/clock.ts';
import type { Answered } from '#app/core/db/columns.ts';
import { retrying } from '#app/core/db/retry.ts';
import { mailWaits } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { attempt, type Attempted, type Destination, isTaken } from './attempt.ts';
import { type Claimed, claimMessages, dueEndpoints, noteDelivered, noteRefused } from './outbox.ts';
import { openSecret } from './secret.ts';
import { type OffReason, tellOff } from './webhooks.mail.ts';
import { webhookOffAfterDays } from './webhooks.settings.ts';

type DueEndpoint = Answered<NonNullable<typeof dueEndpoints.answer>>;

/** Longer than an attempt may take; afterwards its process is taken for dead. */
const CLAIM_MS = 60_000;
/** A run ends after so long, though there is more: the next one goes on. */
const RUN_MS = 50_000;
const MINUTE_MS = 60_000;
/** Pauses between attempts, in minutes: about a day together. The job looks every minute. */
const PAUSES = [0.5, 2, 5, 15, 60, 120, 240, 480, 540] as const;
const DAY_MS = 24 * 3_600_000;
const GONE = 410;

/** When a message is tried next after a number of attempts; null = no more. Some chance keeps those that failed together from coming together. */
function nextAttempt(at: Date, attempts: number): Date | null {
  const pause = PAUSES[attempts - 1];
  return pause === undefined ? null : new Date(at.getTime() + pause * MINUTE_MS * (0.9 + Math.random() / 5));
}

/** Where the messages of an endpoint go. */
function destinationOf(site: Site, { url, secretSealed, previousSealed }: Omit<DueEndpoint, 'id'>): Destination {
  return { url, secrets: [secretSealed, previousSealed].flatMap((sealed) => (sealed ? [openSecret(site, sealed)] : [])) };
}

async function switchOff(site: Site, { id, url }: { id: number; url: string }, reason: OffReason): Promise<void> {
  const wasOn = await site.db.transaction(async (tx) => {
    const { count } = await tx.webhookEndpoint.updateMany({ where: { id, isOn: true }, data: { isOn: false, offReason: reason } });
    if (count > 0) await tellOff(site, tx, { url, reason });
    return count > 0;
  });
  if (!wasOn) return;
  mailWaits(site);
  site.log.warn({ endpoint: id, reason }, 'a webhook endpoint was switched off');
}

/** Notes what came of an attempt, and what follows for the endpoint. */
async function note(site: Site, endpoint: DueEndpoint, { id, attempts }: Claimed, made: Attempted): Promise<void> {
  const { at, status, ms, error } = made;
  const values = [String(id), at, status, ms, error];
  if (isTaken(made)) return void (await retrying(() => site.db.rows(noteDelivered, values)));
  const [told] = await retrying(() => site.db.rows(noteRefused, [...values, nextAttempt(at, attempts)]));
  const days = site.settings.get(webhookOffAfterDays);
  if (status === GONE) await switchOff(site, endpoint, 'gone');
  else if (told && days > 0 && at.getTime() - told.failingSince.getTime() >= days * DAY_MS) await switchOff(site, endpoint, 'failing');
}

/** One run over the messages that are due. */
class Delivery {
  readonly #site: Site;
  readonly #until = performance.now() + RUN_MS;
  delivered = 0;

  constructor(site: Site) {
    this.#site = site;
  }

  /** Sends what is due for an endpoint, or one message of it; stops when it takes none of what is sent at once. */
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
 * Delivers the messages that are due, endpoints beside each other, messages about one object one after another. At least once: what a killed process had
 * sent and could not note is sent again, under the same id. Several processes share the work. Returns how many arrived.
 */
export async function deliverMessages(site: Site): Promise<number> {
  const delivery = new Delivery(site);
  const endpoints = await site.db.rows(dueEndpoints, [now()]);
  const ended = await Promise.allSettled(endpoints.map((endpoint) => delivery.toEndpoint(endpoint)));
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
  return delivery.delivered;
}

/** Delivers one message at once, unless others about the same object wait before it. */
export async function deliverNow(site: Site, endpointId: number, id: bigint): Promise<void> {
  const endpoint = (await site.db.rows(dueEndpoints, [now()])).find((due) => due.id === endpointId);
  if (endpoint) await new Delivery(site).toEndpoint(endpoint, id);
}

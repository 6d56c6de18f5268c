import { now } from '#app/core/time/clock.ts';
import { fetchGuarded } from '#app/core/outgoing/fetch-guarded.ts';
import { OutgoingError } from '#app/core/outgoing/outgoing-error.ts';
import { createSignedHeaders } from '#app/core/outgoing/signed-headers.ts';
import { version } from '#app/core/system/version.ts';
import type { Site } from '#app/site.ts';
import { isPrivateOrigin } from './endpoint.service.ts';
import { formatWebhookId } from './webhook-id.ts';

const TIMEOUT_MS = 15_000;
/** Number of bytes of a response that are read. Only the status of the response is used. */
const MAX_BYTES = 4096;

/** URL of an endpoint, and the secrets that sign its messages. */
export interface Destination {
  url: string;
  secrets: readonly string[];
}

/** A message to send. */
export interface Message {
  id: bigint;
  type: string;
  at: Date;
  data: unknown;
}

/** Result of an attempt. */
export interface AttemptResult {
  at: Date;
  /** HTTP status; null without a response. */
  status: number | null;
  /** Duration in milliseconds. */
  ms: number;
  /** Reason why there is no response; empty if there is one. */
  error: string;
}

/** Sends a message once. Does not throw if the endpoint cannot be reached or rejects the message. */
export async function attemptDelivery(site: Site, { url, secrets }: Destination, { id, type, at, data }: Message): Promise<AttemptResult> {
  const moment = now();
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  const headers = await createSignedHeaders(secrets, formatWebhookId(id, at), moment, body);
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  try {
    const { status } = await fetchGuarded(site, url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': `Marquee/${version}`, ...headers },
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      overflow: 'cut',
      returnsRedirects: true,
      ...(isPrivateOrigin(site, url) && { trustedUrl: url }),
    });
    return { at: moment, status, ms: elapsedMs(), error: '' };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return { at: moment, status: null, ms: elapsedMs(), error: error.reason };
  }
}

/** True if the endpoint accepted the message. */
export const isAccepted = ({ status }: Pick<AttemptResult, 'status'>): boolean => status !== null && status >= 200 && status < 300;

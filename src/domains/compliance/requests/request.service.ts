import { now } from '#app/core/time/clock.ts';
import { getIpNetwork, takeFromBucket } from '#app/core/limits/rate-bucket.ts';
import { notifyMailQueued, postMail } from '#app/core/mail/outbox.ts';
import { cleanText } from '#app/core/text/plain-text.ts';
import type { Site } from '#app/site.ts';
import { isRegion } from '../regions/regions.rules.ts';
import type { DataRequestKind } from './kinds.ts';
import { findInvalidReason, type DataRequestInput } from './request.rules.ts';
import { CONFIRMATION_MAIL, type ConfirmationMail, NOTICE_MAIL, type NoticeMail } from './request.mails.ts';

const DEFAULT_REGION = 'us';
const HOUR_MS = 3600_000;
const MAX_PER_HOUR = 5;

/** A new data request. */
export interface DataRequestDraft extends DataRequestInput {
  region: string;
  kinds: readonly DataRequestKind[];
}

/** Response to the sender of a request. */
export interface RequestReceipt {
  success: boolean;
  message: string;
}

const createRefusal = (message: string): RequestReceipt => ({ success: false, message });

/** Error that rolls back the transaction if the rate limit is exceeded. */
class RateLimitExceeded extends Error {}

/**
 * Stores a data request for each kind that has not been requested for the email address yet, and mails the sender and the administrator. For invalid
 * input, repeated requests or an exceeded rate limit, returns a message instead of throwing.
 */
export async function submitDataRequest(site: Site, ip: string, draft: DataRequestDraft): Promise<RequestReceipt> {
  const name = cleanText(draft.name.replaceAll('\0', ''));
  const email = draft.email.trim().toLowerCase();
  const reason = findInvalidReason({ firstName: draft.firstName, name, email });
  if (reason !== null) return createRefusal(reason);
  const region = isRegion(draft.region) ? draft.region : DEFAULT_REGION;
  const requestedAt = now();
  requestedAt.setUTCMilliseconds(0);
  try {
    const count = await site.db.transaction(async (tx) => {
      const rows = draft.kinds.map((kind) => ({ kind, name, email, region, requestedAt }));
      const { count: stored } = await tx.dataRequest.createMany({ data: rows, skipDuplicates: true });
      if (stored === 0) return 0;
      const wait = await takeFromBucket(site, tx, `data request ${getIpNetwork(ip)}`, { limit: MAX_PER_HOUR, lifeMs: HOUR_MS });
      if (wait !== null) throw new RateLimitExceeded();
      const confirmation: ConfirmationMail = { name, email };
      const notice: NoticeMail = { email, region, kinds: draft.kinds };
      await postMail(site, tx, { kind: CONFIRMATION_MAIL, payload: confirmation });
      await postMail(site, tx, { kind: NOTICE_MAIL, payload: notice });
      return stored;
    });
    if (count === 0) return createRefusal('We have already received your request.');
  } catch (error) {
    if (error instanceof RateLimitExceeded) return createRefusal('Too many requests from your address. Please try again later.');
    throw error;
  }
  notifyMailQueued(site);
  return { success: true, message: 'Your request has been received. We will reply as soon as possible.' };
}

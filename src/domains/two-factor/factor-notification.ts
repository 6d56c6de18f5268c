import type { Tx } from '#app/core/db/database.ts';
import { postMail } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';

/** Kind of the mail about a change of second factors. */
export const FACTOR_NOTIFICATION_MAIL = 'second-factor-news';

/** Change that a notification is about. */
export type FactorChange =
  | 'app added'
  | 'app removed'
  | 'passkey added'
  | 'passkey removed'
  | 'email added'
  | 'email removed'
  | 'recovery codes'
  | 'recovery code used'
  | 'reset';

/** Payload of the mail about a change of second factors. */
export interface FactorNotification {
  userId: number;
  news: FactorChange;
}

/** Queues a mail to a user about changed second factors. Call `notifyMailQueued` after the commit. */
export async function queueFactorNotification(site: Site, tx: Tx, payload: FactorNotification): Promise<void> {
  await postMail(site, tx, { kind: FACTOR_NOTIFICATION_MAIL, payload });
}

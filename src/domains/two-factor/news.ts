import type { Tx } from '#app/core/db/database.ts';
import { postMail } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';

/** Kind of the mail that tells of a change of someone's second factors. */
export const NEWS_MAIL = 'second-factor-news';

/** What a person gets a mail about. */
export type News =
  | 'app added'
  | 'app removed'
  | 'passkey added'
  | 'passkey removed'
  | 'email added'
  | 'email removed'
  | 'recovery codes'
  | 'recovery code used'
  | 'reset';

/** What that mail is made of. */
export interface NewsMail {
  userId: number;
  news: News;
}

/** Tells a user by mail what became of the second factors; call `mailWaits` once that is committed. */
export async function postNews(site: Site, tx: Tx, payload: NewsMail): Promise<void> {
  await postMail(site, tx, { kind: NEWS_MAIL, payload });
}

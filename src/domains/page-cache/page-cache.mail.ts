import type { Composer } from '#app/core/mail/composer.ts';
import { writeLetter } from '#app/core/mail/letter.ts';
import { notifyMailQueued, postMail } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { getAdministrator } from '../identity/users/administrator.ts';

/** Kind of the mail with notices to the administrator. */
const NOTICE_MAIL = 'page-cache-notice';

interface Notice {
  subject: string;
  text: string;
}

const renderNotice: Composer<Site> = async (site, { payload }) => {
  const { subject, text } = payload as Notice;
  const to = await getAdministrator(site);
  return to && writeLetter(site, { to, subject, parts: [text] });
};

export const pageCacheMails = { [NOTICE_MAIL]: renderNotice };

/** Queues a mail to the administrator. */
export async function queueAdministratorMail(site: Site, subject: string, text: string): Promise<void> {
  const payload: Notice = { subject, text };
  await site.db.transaction(async (tx) => void (await postMail(site, tx, { kind: NOTICE_MAIL, payload })));
  notifyMailQueued(site);
}

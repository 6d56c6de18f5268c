import type { Tx } from '#app/core/db/database.ts';
import { getDefaultTexts } from '#app/core/language/site-language.ts';
import type { Composer } from '#app/core/mail/composer.ts';
import { writeLetter } from '#app/core/mail/letter.ts';
import { postMail } from '#app/core/mail/outbox.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { getAdministrator } from '../identity/users/administrator.ts';

const DISABLED_MAIL = 'webhook-off';

/** Reason for disabling an endpoint automatically. */
export type DisableReason = 'failing' | 'gone';

interface DisabledMail {
  url: string;
  reason: DisableReason;
}

const composeDisabledMail: Composer<Site> = async (site, { payload }) => {
  const { url, reason } = payload as DisabledMail;
  const to = await getAdministrator(site);
  if (!to) return null;
  const translate = getDefaultTexts(site);
  const server = new URL(url).host;
  return writeLetter(site, {
    to,
    subject: translate('mail.webhookOff.subject', { site: site.settings.get(siteName), server }),
    parts: [
      reason === 'gone' ? translate('mail.webhookOff.gone', { server }) : translate('mail.webhookOff.failing', { server }),
      translate('mail.webhookOff.next'),
    ],
    language: translate.language,
  });
};

export const webhookMails = { [DISABLED_MAIL]: composeDisabledMail };

/** Queues a mail to the administrator about a disabled endpoint. Call `notifyMailQueued` after the commit. */
export async function queueEndpointDisabledMail(site: Site, tx: Tx, payload: DisabledMail): Promise<void> {
  await postMail(site, tx, { kind: DISABLED_MAIL, payload });
}

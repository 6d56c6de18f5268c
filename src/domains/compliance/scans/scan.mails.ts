import type { Site } from '#app/site.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { getDefaultTexts } from '#app/core/language/site-language.ts';
import type { Composer } from '#app/core/mail/composer.ts';
import { writeLetter } from '#app/core/mail/letter.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import { getAdministrator } from '../../identity/users/administrator.ts';
import { isEmail } from '../../identity/users/user.rules.ts';
import { scanEmail } from '../compliance.settings.ts';
import type { Detection } from './scan.rules.ts';

/** Kind of the mail with the results of checks. */
export const CHECKS_MAIL = 'compliance-checks';

export interface ChecksMail {
  detections: readonly Detection[];
}

const MAX_LISTED = 3;

/** Describes a detection in the language of the mail. */
function describeDetection(translate: Translate, { name, args }: Detection): string {
  return translate(`letter.checks.${name}`, { technology: args['technology'] ?? '' });
}

const composeChecks: Composer<Site> = async (site, { payload }) => {
  const { detections } = payload as ChecksMail;
  const recipient = site.settings.get(scanEmail);
  const to = recipient === '' ? await getAdministrator(site) : { name: '', address: recipient };
  if (!to || !isEmail(to.address)) return null;
  const listed = [...detections].sort((a, b) => b.priority - a.priority).slice(0, MAX_LISTED);
  if (listed.length === 0) return null;
  const translate = getDefaultTexts(site);
  return writeLetter(site, {
    to,
    language: translate.language,
    subject: translate('letter.checks.subject', { site: site.settings.get(siteName) }),
    parts: [translate('letter.checks.look'), ...listed.map((detection) => describeDetection(translate, detection))],
  });
};

/** Composers of the mails about scans. */
export const scanMails = { [CHECKS_MAIL]: composeChecks };

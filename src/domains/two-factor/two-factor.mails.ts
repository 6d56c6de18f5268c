import type { Composer } from '#app/core/mail/composer.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';
import { getDefaultTexts } from '#app/core/language/site-language.ts';
import { writeLetter } from '#app/core/mail/letter.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { getAdministrator } from '../identity/users/administrator.ts';
import { findUser, type UserRecord } from '../identity/users/user.record.ts';
import { CODE_MAIL, type CodeMail } from './email-code.ts';
import { LOCKOUT_MAIL, type LockoutMail } from './lockout.ts';
import { REMINDER_MAIL, type ReminderMail } from './reminder.job.ts';
import { FACTOR_NOTIFICATION_MAIL, type FactorChange, type FactorNotification } from './factor-notification.ts';
import { evaluateUser } from './factor-status.ts';

/** Path of the page that the link in a mail with a code opens. */
export const LINK_PATH = '/sign-in/continue';

const getRecipient = ({ displayName, email }: UserRecord) => ({ name: displayName, address: email });

/** Formats the eight digits in two groups. */
const groupDigits = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`;

const renderCodeMail: Composer<Site> = async (site, { payload }) => {
  const { userId, code, token, redirectTo, purpose } = (payload ?? {}) as Partial<CodeMail>;
  const user = await findUser(site, userId ?? 0);
  if (!user || code === undefined || token === undefined) return null;
  const name = site.settings.get(siteName);
  const translate = getDefaultTexts(site);
  const variant = purpose === 'activation' ? 'activation' : 'sign-in';
  const query = new URLSearchParams({ user: String(user.id), token, redirect_to: redirectTo ?? '' });
  return writeLetter(site, {
    to: getRecipient(user),
    language: translate.language,
    subject: translate(`letter.code.subject.${variant}`, { site: name }),
    parts: [
      translate(`letter.code.how.${variant}`),
      { code: groupDigits(code) },
      { label: translate('letter.code.continue'), link: `${site.config.siteUrl}${LINK_PATH}?${query}` },
      translate('letter.code.notYou'),
    ],
  });
};

const renderLockoutMail: Composer<Site> = async (site, { payload }) => {
  const { userId, to } = (payload ?? {}) as Partial<LockoutMail>;
  const user = await findUser(site, userId ?? 0);
  const recipient = to === 'user' ? user && getRecipient(user) : await getAdministrator(site);
  if (!user || !recipient) return null;
  const name = site.settings.get(siteName);
  const translate = getDefaultTexts(site);
  const { language } = translate;
  const names = { name: user.displayName, login: user.login };
  return writeLetter(
    site,
    to === 'user'
      ? {
          to: recipient,
          language,
          subject: translate('letter.lockout.subject', { site: name }),
          parts: [translate('letter.lockout.why'), translate('letter.lockout.ask')],
        }
      : {
          to: recipient,
          language,
          subject: translate('letter.lockoutOf.subject', { login: user.login, site: name }),
          parts: [translate('letter.lockoutOf.why', names), translate('letter.lockoutOf.give')],
        },
  );
};

const renderReminderMail: Composer<Site> = async (site: Site, { payload }) => {
  const { userId } = (payload ?? {}) as Partial<ReminderMail>;
  const user = await findUser(site, userId ?? 0);
  if (!user) return null;
  const { step } = await evaluateUser(site, site.db.prisma, user);
  if (step.action !== 'onboarding' || step.daysLeft === null) return null;
  const name = site.settings.get(siteName);
  const translate = getDefaultTexts(site);
  return writeLetter(site, {
    to: getRecipient(user),
    language: translate.language,
    subject: translate('letter.reminder.subject', { site: name }),
    parts: [
      translate('letter.reminder.why', { days: step.daysLeft }),
      { label: translate('letter.reminder.do'), link: `${site.config.siteUrl}/sign-in` },
    ],
  });
};

const notificationTexts: Readonly<Record<FactorChange, TextKey>> = {
  'app added': 'letter.factors.appAdded',
  'app removed': 'letter.factors.appRemoved',
  'passkey added': 'letter.factors.passkeyAdded',
  'passkey removed': 'letter.factors.passkeyRemoved',
  'email added': 'letter.factors.emailAdded',
  'email removed': 'letter.factors.emailRemoved',
  'recovery codes': 'letter.factors.codesMade',
  'recovery code used': 'letter.factors.codeUsed',
  reset: 'letter.factors.reset',
};

const renderNotificationMail: Composer<Site> = async (site, { payload }) => {
  const { userId, news: change } = (payload ?? {}) as Partial<FactorNotification>;
  const user = await findUser(site, userId ?? 0);
  if (!user || change === undefined || !Object.hasOwn(notificationTexts, change)) return null;
  const translate = getDefaultTexts(site);
  return writeLetter(site, {
    to: getRecipient(user),
    language: translate.language,
    subject: translate('letter.factors.subject', { site: site.settings.get(siteName) }),
    parts: [
      translate(notificationTexts[change]),
      { label: translate('letter.factors.see'), link: `${site.config.siteUrl}/account/second-factors` },
      translate('letter.factors.notYou'),
    ],
  });
};

/** Composers of the mails about second factors. They return null if the mail is outdated when it is sent. */
export const twoFactorMails = {
  [CODE_MAIL]: renderCodeMail,
  [LOCKOUT_MAIL]: renderLockoutMail,
  [REMINDER_MAIL]: renderReminderMail,
  [FACTOR_NOTIFICATION_MAIL]: renderNotificationMail,
};

import type { Composer } from '#app/core/mail/composer.ts';
import { writeLetter } from '#app/core/mail/letter.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { administratorOf } from '../identity/users/administrator.ts';
import { findUser, type UserRecord } from '../identity/users/user.record.ts';
import { CODE_MAIL, type CodeMail } from './email-code.ts';
import { LOCKOUT_MAIL, type LockoutMail } from './lockout.ts';
import { REMINDER_MAIL, type ReminderMail } from './reminder.job.ts';
import { NEWS_MAIL, type News, type NewsMail } from './news.ts';
import { judge } from './standing.ts';

/** Path of the page that the link in a mail with a code opens. */
export const LINK_PATH = '/sign-in/continue';

const recipientOf = ({ displayName, email }: UserRecord) => ({ name: displayName, address: email });

/** The eight digits in two groups. */
const grouped = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`;

const codeMail: Composer = async (site, { payload }) => {
  const { userId, code, token, redirectTo, purpose } = (payload ?? {}) as Partial<CodeMail>;
  const user = await findUser(site, userId ?? 0);
  if (!user || code === undefined || token === undefined) return null;
  const name = site.settings.get(siteName);
  const query = new URLSearchParams({ user: String(user.id), token, redirect_to: redirectTo ?? '' });
  return writeLetter(site, {
    to: recipientOf(user),
    subject: purpose === 'activation' ? `Your code to set up sign-in by e-mail on ${name}` : `Your sign-in code for ${name}`,
    parts: [
      purpose === 'activation'
        ? 'Enter this code to get such codes by e-mail whenever you sign in. It is good for 15 minutes.'
        : 'Enter this code to sign in. It is good for 15 minutes.',
      { code: grouped(code) },
      { label: 'Continue without typing it (for two minutes)', link: `${site.config.siteUrl}${LINK_PATH}?${query}` },
      'If it was not you who gave your password on the site, somebody else knows it: choose another one.',
    ],
  });
};

const lockoutMail: Composer = async (site, { payload }) => {
  const { userId, to } = (payload ?? {}) as Partial<LockoutMail>;
  const user = await findUser(site, userId ?? 0);
  const recipient = to === 'user' ? user && recipientOf(user) : await administratorOf(site);
  if (!user || !recipient) return null;
  const name = site.settings.get(siteName);
  return writeLetter(
    site,
    to === 'user'
      ? {
          to: recipient,
          subject: `Your password for ${name} no longer works`,
          parts: [
            'Somebody who knew your password gave too many wrong sign-in codes. Nobody got in, and the password no longer works.',
            'Please ask an administrator of the site for a new password, and choose one that you use nowhere else.',
          ],
        }
      : {
          to: recipient,
          subject: `The password of ${user.login} on ${name} was taken away`,
          parts: [
            `Somebody who knew the password of ${user.displayName} (${user.login}) gave too many wrong sign-in codes. Nobody got in, the password no longer works, and all sessions have ended.`,
            'Please give the user a new password once you know who asks for it.',
          ],
        },
  );
};

const reminderMail: Composer = async (site: Site, { payload }) => {
  const { userId } = (payload ?? {}) as Partial<ReminderMail>;
  const user = await findUser(site, userId ?? 0);
  if (!user) return null;
  const { step } = await judge(site, site.db.prisma, user);
  if (step.action !== 'onboarding' || step.daysLeft === null) return null;
  const name = site.settings.get(siteName);
  const days = step.daysLeft === 1 ? 'one more day' : `${step.daysLeft} more days`;
  return writeLetter(site, {
    to: recipientOf(user),
    subject: `Set up a second factor for ${name}`,
    parts: [
      `Your account needs a second factor beside the password. You can sign in without one for ${days}, then no longer.`,
      { label: 'Sign in and set it up', link: `${site.config.siteUrl}/sign-in` },
    ],
  });
};

const news: Readonly<Record<News, string>> = {
  'app added': 'An authenticator app was set up for your account.',
  'app removed': 'The authenticator app was removed from your account.',
  'passkey added': 'A passkey was added to your account.',
  'passkey removed': 'A passkey was removed from your account.',
  'email added': 'Codes by e-mail were set up for your account.',
  'email removed': 'Codes by e-mail were turned off for your account.',
  'recovery codes': 'New recovery codes were made for your account. Former ones no longer work.',
  'recovery code used': 'A recovery code was used for your account. It no longer works.',
  reset: 'An administrator removed all second factors from your account. Please set new ones up.',
};

const newsMail: Composer = async (site, { payload }) => {
  const { userId, news: what } = (payload ?? {}) as Partial<NewsMail>;
  const user = await findUser(site, userId ?? 0);
  if (!user || what === undefined || !Object.hasOwn(news, what)) return null;
  return writeLetter(site, {
    to: recipientOf(user),
    subject: `Your second factor on ${site.settings.get(siteName)} has changed`,
    parts: [
      news[what],
      { label: 'See what your account has', link: `${site.config.siteUrl}/account/second-factors` },
      'If it was not you, change your password at once and tell an administrator of the site.',
    ],
  });
};

/** Who makes the messages of signing in with a second factor; what is over by the time of sending says nothing. */
export const twoFactorMails = { [CODE_MAIL]: codeMail, [LOCKOUT_MAIL]: lockoutMail, [REMINDER_MAIL]: reminderMail, [NEWS_MAIL]: newsMail };

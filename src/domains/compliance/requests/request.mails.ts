import type { Composer } from '#app/core/mail/composer.ts';
import { writeLetter } from '#app/core/mail/letter.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { administratorOf } from '../../identity/users/administrator.ts';
import { notificationContent, notificationSender, notificationSubject } from '../compliance.settings.ts';
import { type DataRequestKind, dataRequestLabels } from './kinds.ts';

/** Kind of the mail that tells somebody that a request has arrived. */
export const CONFIRMATION_MAIL = 'data-request-confirmation';
/** Kind of the mail that tells the administrator. */
export const NOTICE_MAIL = 'data-request-notice';

export interface ConfirmationMail {
  name: string;
  email: string;
}

export interface NoticeMail {
  email: string;
  region: string;
  kinds: readonly DataRequestKind[];
}

function filledIn(site: Site, text: string, name: string): string {
  const values: Readonly<Record<string, string>> = { '{name}': name, '{blogname}': site.settings.get(siteName) };
  return text.replace(/\{(?:name|blogname)\}/g, (placeholder) => values[placeholder] ?? placeholder);
}

const confirmation: Composer = async (site, { payload }) => {
  const { name, email } = payload as ConfirmationMail;
  const paragraphs = filledIn(site, site.settings.get(notificationContent), name).split(/\n\s*\n/);
  const answerTo = site.settings.get(notificationSender) || (await administratorOf(site))?.address;
  return {
    ...writeLetter(site, {
      to: { name, address: email },
      subject: filledIn(site, site.settings.get(notificationSubject), name),
      parts: paragraphs.map((one) => one.trim()).filter((one) => one !== ''),
    }),
    ...(answerTo !== undefined && { headers: { 'Reply-To': answerTo } }),
  };
};

const notice: Composer = async (site, { payload }) => {
  const { email, region, kinds } = payload as NoticeMail;
  const to = await administratorOf(site);
  return (
    to &&
    writeLetter(site, {
      to,
      subject: `A data request on ${site.settings.get(siteName)}`,
      parts: [`${email} (${region}) asks:`, ...kinds.map((kind) => dataRequestLabels[kind]), 'Please answer it within a month.'],
    })
  );
};

/** Who makes the messages about data requests. */
export const requestMails = { [CONFIRMATION_MAIL]: confirmation, [NOTICE_MAIL]: notice };

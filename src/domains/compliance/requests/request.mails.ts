import { getDefaultTexts } from '#app/core/language/site-language.ts';
import type { Composer } from '#app/core/mail/composer.ts';
import { writeLetter } from '#app/core/mail/letter.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { getAdministrator } from '../../identity/users/administrator.ts';
import { notificationContent, notificationSender, notificationSubject } from '../compliance.settings.ts';
import type { DataRequestKind } from './kinds.ts';

/** Kind of the mail that confirms a data request to its sender. */
export const CONFIRMATION_MAIL = 'data-request-confirmation';
/** Kind of the mail that notifies the administrator of a data request. */
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

function fillPlaceholders(site: Site, text: string, name: string): string {
  const values: Readonly<Record<string, string>> = { '{name}': name, '{blogname}': site.settings.get(siteName) };
  return text.replace(/\{(?:name|blogname)\}/g, (placeholder) => values[placeholder] ?? placeholder);
}

const composeConfirmation: Composer<Site> = async (site, { payload }) => {
  const { name, email } = payload as ConfirmationMail;
  const translate = getDefaultTexts(site);
  // unchanged default texts are replaced with those in the language of the site
  const [subject, content] = [site.settings.get(notificationSubject), site.settings.get(notificationContent)];
  const text =
    content === notificationContent.default
      ? [translate('letter.request.hello', { name: '{name}' }), translate('letter.request.text'), '{blogname}'].join('\n\n')
      : content;
  const paragraphs = fillPlaceholders(site, text, name).split(/\n\s*\n/);
  const replyTo = site.settings.get(notificationSender) || (await getAdministrator(site))?.address;
  return {
    ...writeLetter(site, {
      to: { name, address: email },
      language: translate.language,
      subject: fillPlaceholders(site, subject === notificationSubject.default ? translate('letter.request.subject') : subject, name),
      parts: paragraphs.map((paragraph) => paragraph.trim()).filter((paragraph) => paragraph !== ''),
    }),
    ...(replyTo !== undefined && { headers: { 'Reply-To': replyTo } }),
  };
};

const composeNotice: Composer<Site> = async (site, { payload }) => {
  const { email, region, kinds } = payload as NoticeMail;
  const to = await getAdministrator(site);
  const translate = getDefaultTexts(site);
  return (
    to &&
    writeLetter(site, {
      to,
      language: translate.language,
      subject: translate('letter.requestOf.subject', { site: site.settings.get(siteName) }),
      parts: [
        translate('letter.requestOf.asks', { email, region }),
        ...kinds.map((kind) => translate(`requests.kind.${kind}`)),
        translate('letter.requestOf.answer'),
      ],
    })
  );
};

/** Composers of the mails about data requests. */
export const requestMails = { [CONFIRMATION_MAIL]: composeConfirmation, [NOTICE_MAIL]: composeNotice };

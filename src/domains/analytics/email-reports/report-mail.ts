import type { Composer, Message } from '#app/core/mail/composer.ts';
import type { Say } from '#app/core/language/say.ts';
import { textsForEverybody } from '#app/core/language/site-language.ts';
import { dayAfter } from '#app/core/time/days.ts';
import { htmlPage, writeLetter } from '#app/core/mail/letter.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import { escapeHtml } from '#app/core/text/plain-text.ts';
import { siteDay } from '#app/domains/content/site-time.ts';
import { findUser, type UserRecord } from '#app/domains/identity/users/user.record.ts';
import type { Site } from '#app/site.ts';
import { curvePng, curveSvg } from './curve.ts';
import type { InvitationPayload } from './invitations.ts';
import type { Figure, Section } from './report.ts';
import type { ConfirmationPayload } from './subscription.service.ts';
import { unsubscribeAddress, unsubscribeHeaders } from './unsubscribe.ts';
import type { ReportPayload } from './worker.ts';

const domainOf = (site: Site) => new URL(site.config.siteUrl).hostname;
const toOf = ({ displayName, email }: UserRecord): Message['to'] => ({ name: displayName, address: email });
const countIn = ({ language }: Say, value: number) => new Intl.NumberFormat(language, { maximumFractionDigits: 0 }).format(value);
const dayIn = ({ language }: Say, day: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** Describes the change from the previous period in words. */
function changeOf(say: Say, { value, before }: Figure): string {
  if (before === 0) return say(value === 0 ? 'mail.report.same' : 'mail.report.none');
  const percent = Math.round(((value - before) / before) * 100);
  return percent === 0 ? say('mail.report.same') : `${percent > 0 ? '+' : '−'}${Math.abs(percent)} %`;
}

const textSection = (say: Say, { title, figures }: Section): string =>
  [title, ...figures.map((figure) => `- ${figure.label}: ${countIn(say, figure.value)} (${changeOf(say, figure)})`)].join('\n');

const cidOf = (index: number) => `curve-${index}`;

function htmlSection(say: Say, { title, figures, curve }: Section, index: number): string {
  const rows = figures.map(
    (figure) =>
      `<tr><th scope="row" style="text-align:left;font-weight:normal;padding:4px 16px 4px 0">${escapeHtml(figure.label)}</th><td style="text-align:right;font-weight:bold">${countIn(say, figure.value)}</td><td style="text-align:right;padding-left:16px;color:#57535e">${escapeHtml(changeOf(say, figure))}</td></tr>`,
  );
  const picture =
    curveSvg(curve, title) === null
      ? ''
      : `<p><img src="cid:${cidOf(index)}" width="560" height="80" alt="${escapeHtml(say('mail.report.curve', { name: title }))}" style="max-width:100%"></p>`;
  return `<h2 style="font-size:18px">${escapeHtml(title)}</h2>
<table style="border-collapse:collapse">${rows.join('')}</table>
${picture}`;
}

/** Returns the hidden preview text that mail clients show beside the subject. */
const preheader = (text: string) => `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(text)}</div>`;

/** Composes a report mail. */
export const reportMessage: Composer<Site> = async (site, { payload }) => {
  const { userId, frequency, dates, sections } = payload as ReportPayload;
  const user = await findUser(site, userId);
  if (!user) return null;
  const say = textsForEverybody(site);
  const title = say('mail.report.subject', { often: frequency, site: domainOf(site) });
  const span = say('mail.report.span', { from: dayIn(say, dates.startDate), to: dayIn(say, dayAfter(dates.sendDate, -1)) });
  const stop = unsubscribeAddress(site, userId);
  return {
    to: toOf(user),
    subject: title,
    text: [
      title,
      span,
      ...sections.map((section) => textSection(say, section)),
      say('mail.report.stop', { link: stop }),
      site.settings.get(siteName),
    ].join('\n\n'),
    html: htmlPage(
      site,
      title,
      `${preheader(span)}<p>${escapeHtml(span)}</p>
${sections.map((section, index) => htmlSection(say, section, index)).join('\n')}
<p style="color:#57535e"><a href="${escapeHtml(stop)}">${escapeHtml(say('reports.unsubscribe'))}</a></p>`,
      say.language,
    ),
    headers: unsubscribeHeaders(site, userId),
    attachments: async () => {
      const curves = sections.map(({ curve, title: name }, index) => [index, curveSvg(curve, name)] as const);
      const drawn = curves.filter((one): one is readonly [number, string] => one[1] !== null);
      return await Promise.all(
        drawn.map(async ([index, svg]) => ({
          filename: `${cidOf(index)}.png`,
          contentType: 'image/png',
          content: await curvePng(svg),
          cid: cidOf(index),
        })),
      );
    },
  };
};

/** Composes the confirmation of a subscription. */
export const confirmationMessage: Composer<Site> = async (site, { payload }) => {
  const { userId, frequency, firstReportAt } = payload as ConfirmationPayload;
  const user = await findUser(site, userId);
  if (!user) return null;
  const say = textsForEverybody(site);
  const firstDay = siteDay(site, new Date(firstReportAt));
  const letter = writeLetter(site, {
    to: toOf(user),
    subject: say('mail.reports.subject', { site: domainOf(site) }),
    parts: [
      say('mail.reports.first', { often: frequency, day: dayIn(say, firstDay) }),
      { link: unsubscribeAddress(site, userId), label: say('mail.reports.stop') },
    ],
    language: say.language,
  });
  return { ...letter, headers: unsubscribeHeaders(site, userId) };
};

/** Composes an administrator's invitation to subscribe. */
export const invitationMessage: Composer<Site> = async (site, { payload }) => {
  const { userId, inviterId } = payload as InvitationPayload;
  const [user, inviter] = await Promise.all([findUser(site, userId), findUser(site, inviterId)]);
  if (!user || !inviter) return null;
  const say = textsForEverybody(site);
  const letter = writeLetter(site, {
    to: toOf(user),
    subject: say('mail.reportInvitation.subject', { site: domainOf(site) }),
    parts: [
      say('mail.reportInvitation.what', { inviter: inviter.email, site: domainOf(site) }),
      say('mail.reportInvitation.yours'),
      { link: `${site.config.siteUrl}/dashboard`, label: say('mail.reportInvitation.link') },
    ],
    language: say.language,
  });
  return {
    ...letter,
    html: letter.html.replace('<h1', () => `${preheader(say('mail.reportInvitation.preview', { inviter: inviter.email }))}<h1`),
  };
};

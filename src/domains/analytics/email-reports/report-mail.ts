import type { Composer, Message } from '#app/core/mail/composer.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { getDefaultTexts } from '#app/core/language/site-language.ts';
import { addDays } from '#app/core/time/days.ts';
import { renderMailPage, writeLetter } from '#app/core/mail/letter.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import { escapeHtml } from '#app/core/text/plain-text.ts';
import { toSiteDay } from '#app/domains/content/site-time.ts';
import { findUser, type UserRecord } from '#app/domains/identity/users/user.record.ts';
import type { Site } from '#app/site.ts';
import { renderSparklinePng, renderSparkline } from './curve.ts';
import type { InvitationPayload } from './invitations.ts';
import type { ReportValue, ReportSection } from './report.ts';
import type { ConfirmationPayload } from './subscription.service.ts';
import { buildUnsubscribeUrl, buildUnsubscribeHeaders } from './unsubscribe.ts';
import type { ReportPayload } from './due-reports.ts';

const getDomain = (site: Site) => new URL(site.config.siteUrl).hostname;
const getRecipient = ({ displayName, email }: UserRecord): Message['to'] => ({ name: displayName, address: email });
const formatCount = ({ language }: Translate, value: number) => new Intl.NumberFormat(language, { maximumFractionDigits: 0 }).format(value);
const formatDay = ({ language }: Translate, day: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** Returns the change from the previous period as text, such as `+12 %`. */
function describeChange(translate: Translate, { value, before }: ReportValue): string {
  if (before === 0) return translate(value === 0 ? 'mail.report.same' : 'mail.report.none');
  const percent = Math.round(((value - before) / before) * 100);
  return percent === 0 ? translate('mail.report.same') : `${percent > 0 ? '+' : '−'}${Math.abs(percent)} %`;
}

const renderTextSection = (translate: Translate, { title, figures: rows }: ReportSection): string =>
  [title, ...rows.map((row) => `- ${row.label}: ${formatCount(translate, row.value)} (${describeChange(translate, row)})`)].join('\n');

/** Returns the ID by which the HTML refers to the attached sparkline of a section. */
const buildContentId = (index: number) => `curve-${index}`;

function renderHtmlSection(translate: Translate, { title, figures, curve: dailyValues }: ReportSection, index: number): string {
  const rows = figures.map(
    (row) =>
      `<tr><th scope="row" style="text-align:left;font-weight:normal;padding:4px 16px 4px 0">${escapeHtml(row.label)}</th><td style="text-align:right;font-weight:bold">${formatCount(translate, row.value)}</td><td style="text-align:right;padding-left:16px;color:#57535e">${escapeHtml(describeChange(translate, row))}</td></tr>`,
  );
  const image =
    renderSparkline(dailyValues, title) === null
      ? ''
      : `<p><img src="cid:${buildContentId(index)}" width="560" height="80" alt="${escapeHtml(translate('mail.report.curve', { name: title }))}" style="max-width:100%"></p>`;
  return `<h2 style="font-size:18px">${escapeHtml(title)}</h2>
<table style="border-collapse:collapse">${rows.join('')}</table>
${image}`;
}

/** Renders a hidden text, which mail clients show as a preview next to the subject. */
const renderPreheader = (text: string) => `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(text)}</div>`;

/** Composes the mail with a report. */
export const renderReportMail: Composer<Site> = async (site, { payload }) => {
  const { userId, frequency, dates, sections } = payload as ReportPayload;
  const user = await findUser(site, userId);
  if (!user) return null;
  const translate = getDefaultTexts(site);
  const title = translate('mail.report.subject', { often: frequency, site: getDomain(site) });
  const period = translate('mail.report.span', {
    from: formatDay(translate, dates.startDate),
    to: formatDay(translate, addDays(dates.sendDate, -1)),
  });
  const unsubscribeUrl = buildUnsubscribeUrl(site, userId);
  return {
    to: getRecipient(user),
    subject: title,
    text: [
      title,
      period,
      ...sections.map((section) => renderTextSection(translate, section)),
      translate('mail.report.stop', { link: unsubscribeUrl }),
      site.settings.get(siteName),
    ].join('\n\n'),
    html: renderMailPage(
      site,
      title,
      `${renderPreheader(period)}<p>${escapeHtml(period)}</p>
${sections.map((section, index) => renderHtmlSection(translate, section, index)).join('\n')}
<p style="color:#57535e"><a href="${escapeHtml(unsubscribeUrl)}">${escapeHtml(translate('reports.unsubscribe'))}</a></p>`,
      translate.language,
    ),
    headers: buildUnsubscribeHeaders(site, userId),
    attachments: async () => {
      const svgs = sections.map(({ curve: dailyValues, title: name }, index) => [index, renderSparkline(dailyValues, name)] as const);
      const sparklines = svgs.filter((entry): entry is readonly [number, string] => entry[1] !== null);
      return await Promise.all(
        sparklines.map(async ([index, svg]) => ({
          filename: `${buildContentId(index)}.png`,
          contentType: 'image/png',
          content: await renderSparklinePng(svg),
          cid: buildContentId(index),
        })),
      );
    },
  };
};

/** Composes the confirmation of a subscription. */
export const renderConfirmationMail: Composer<Site> = async (site, { payload }) => {
  const { userId, frequency, firstReportAt } = payload as ConfirmationPayload;
  const user = await findUser(site, userId);
  if (!user) return null;
  const translate = getDefaultTexts(site);
  const firstDay = toSiteDay(site, new Date(firstReportAt));
  const letter = writeLetter(site, {
    to: getRecipient(user),
    subject: translate('mail.reports.subject', { site: getDomain(site) }),
    parts: [
      translate('mail.reports.first', { often: frequency, day: formatDay(translate, firstDay) }),
      { link: buildUnsubscribeUrl(site, userId), label: translate('mail.reports.stop') },
    ],
    language: translate.language,
  });
  return { ...letter, headers: buildUnsubscribeHeaders(site, userId) };
};

/** Composes an administrator's invitation to subscribe. */
export const renderInvitationMail: Composer<Site> = async (site, { payload }) => {
  const { userId, inviterId } = payload as InvitationPayload;
  const [user, inviter] = await Promise.all([findUser(site, userId), findUser(site, inviterId)]);
  if (!user || !inviter) return null;
  const translate = getDefaultTexts(site);
  const letter = writeLetter(site, {
    to: getRecipient(user),
    subject: translate('mail.reportInvitation.subject', { site: getDomain(site) }),
    parts: [
      translate('mail.reportInvitation.what', { inviter: inviter.email, site: getDomain(site) }),
      translate('mail.reportInvitation.yours'),
      { link: `${site.config.siteUrl}/dashboard`, label: translate('mail.reportInvitation.link') },
    ],
    language: translate.language,
  });
  return {
    ...letter,
    html: letter.html.replace('<h1', () => `${renderPreheader(translate('mail.reportInvitation.preview', { inviter: inviter.email }))}<h1`),
  };
};

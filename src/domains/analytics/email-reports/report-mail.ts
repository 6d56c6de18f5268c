import type { Composer, Message } from '#app/core/mail/composer.ts';
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
const count = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const dayName = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
const dayOf = (day: string) => dayName.format(new Date(`${day}T00:00:00Z`));

/** How a figure compares with the days before, in words. */
function changeOf({ value, before }: Figure): string {
  if (before === 0) return value === 0 ? 'as before' : 'none before';
  const percent = Math.round(((value - before) / before) * 100);
  return percent === 0 ? 'as before' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)} %`;
}

const textSection = ({ title, figures }: Section): string =>
  [title, ...figures.map((figure) => `- ${figure.label}: ${count.format(figure.value)} (${changeOf(figure)})`)].join('\n');

const cidOf = (index: number) => `curve-${index}`;

function htmlSection({ title, figures, curve }: Section, index: number): string {
  const rows = figures.map(
    (figure) =>
      `<tr><th scope="row" style="text-align:left;font-weight:normal;padding:4px 16px 4px 0">${escapeHtml(figure.label)}</th><td style="text-align:right;font-weight:bold">${count.format(figure.value)}</td><td style="text-align:right;padding-left:16px;color:#57535e">${escapeHtml(changeOf(figure))}</td></tr>`,
  );
  const picture =
    curveSvg(curve, title) === null
      ? ''
      : `<p><img src="cid:${cidOf(index)}" width="560" height="80" alt="${escapeHtml(title)} by day" style="max-width:100%"></p>`;
  return `<h2 style="font-size:18px">${escapeHtml(title)}</h2>
<table style="border-collapse:collapse">${rows.join('')}</table>
${picture}`;
}

/** Mail programs show it beside the subject. */
const preheader = (text: string) => `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(text)}</div>`;

/** A report, as it was made. */
export const reportMessage: Composer = async (site, { payload }) => {
  const { userId, frequency, dates, sections } = payload as ReportPayload;
  const user = await findUser(site, userId);
  if (!user) return null;
  const title = `Your ${frequency} figures of ${domainOf(site)}`;
  const span = `${dayOf(dates.startDate)} to ${dayOf(dayAfter(dates.sendDate, -1))}, compared with the same time before`;
  const stop = unsubscribeAddress(site, userId);
  return {
    to: toOf(user),
    subject: title,
    text: [title, span, ...sections.map(textSection), `To get no more reports: ${stop}`, site.settings.get(siteName)].join('\n\n'),
    html: htmlPage(
      site,
      title,
      `${preheader(span)}<p>${escapeHtml(span)}</p>
${sections.map(htmlSection).join('\n')}
<p style="color:#57535e"><a href="${escapeHtml(stop)}">Get no more reports</a></p>`,
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

/** Somebody subscribed. */
export const confirmationMessage: Composer = async (site, { payload }) => {
  const { userId, frequency, firstReportAt } = payload as ConfirmationPayload;
  const user = await findUser(site, userId);
  if (!user) return null;
  const firstDay = siteDay(site, new Date(firstReportAt));
  const letter = writeLetter(site, {
    to: toOf(user),
    subject: `You will get figures of ${domainOf(site)}`,
    parts: [
      `From now on a ${frequency} report comes to this address. The first one is made on ${dayOf(firstDay)}.`,
      { link: unsubscribeAddress(site, userId), label: 'Get no reports' },
    ],
  });
  return { ...letter, headers: unsubscribeHeaders(site, userId) };
};

/** An administrator asks somebody to subscribe. */
export const invitationMessage: Composer = async (site, { payload }) => {
  const { userId, inviterId } = payload as InvitationPayload;
  const [user, inviter] = await Promise.all([findUser(site, userId), findUser(site, inviterId)]);
  if (!user || !inviter) return null;
  const letter = writeLetter(site, {
    to: toOf(user),
    subject: `Figures of ${domainOf(site)} by mail`,
    parts: [
      `${inviter.email} invites you to get the figures of ${domainOf(site)} by mail: who visits, what they look for, and how that changes.`,
      'You decide how often they come, and can stop them with one click.',
      { link: `${site.config.siteUrl}/dashboard`, label: 'See the figures and subscribe' },
    ],
  });
  return { ...letter, html: letter.html.replace('<h1', () => `${preheader(`${inviter.email} invites you`)}<h1`) };
};

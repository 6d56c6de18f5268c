import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { formatSiteDay } from '#app/core/language/site-day.ts';
import { getSiteZone } from '#app/domains/content/site-time.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { renderNonceField } from '#app/web/pages/forms.ts';
import { reportMailsEnabled } from '../../analytics.settings.ts';
import { frequencies } from '../../email-reports/frequency.rules.ts';
import { findNextReportForSettings } from '../../email-reports/schedules.ts';
import { loadUserSettings } from '../../user-settings/user-row.ts';

/** Nonce action of the dashboard's forms. */
export const DASHBOARD_ACTION = 'dashboard';

/** Renders the form for mailed reports. Null if the site does not mail reports. */
export async function renderSubscription(site: Site, translate: Translate, viewer: Viewer, path: string): Promise<Html | null> {
  if (!site.settings.get(reportMailsEnabled)) return null;
  const settings = await loadUserSettings(site, viewer.id);
  const { isSubscribed, reportFrequency } = settings;
  const nextReport = toWallTime(await findNextReportForSettings(site, settings), getSiteZone(site));
  const day = formatSiteDay(site, translate, nextReport);
  const options = frequencies.map(
    (frequency) =>
      html`<option value="${frequency}"${trustHtml(frequency === reportFrequency ? ' selected' : '')}>${translate(`reports.every.${frequency}`)}</option>`,
  );
  return html`<section>
<h2>${translate('reports.byMail')}</h2>
<p>${isSubscribed ? translate('reports.next', { day }) : translate('reports.canGet')}</p>
<form class="subscription" method="post" action="${path}">${renderNonceField(site, viewer, DASHBOARD_ACTION)}
<div class="field"><label for="frequency">${translate('reports.howOften')}</label><select id="frequency" name="frequency">${options}</select></div>
<button name="act" value="subscribe">${isSubscribed ? translate('reports.change') : translate('reports.subscribe')}</button>
${isSubscribed && html`<button class="plain" name="act" value="unsubscribe">${translate('reports.unsubscribe')}</button>`}
</form>
</section>`;
}

/** Renders the page for a user who has not yet opened the shared dashboard (docs/behaviour/analytics.md 2.2). */
export function renderSplash(site: Site, translate: Translate, viewer: Viewer, path: string): Html {
  return html`<h1>${translate('figures.title')}</h1>
<p>${translate('figures.shared')}</p>
<form method="post" action="${path}">${renderNonceField(site, viewer, DASHBOARD_ACTION)}<button name="act" value="open">${translate('figures.open')}</button></form>`;
}

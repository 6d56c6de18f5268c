import { type Html, html } from '#app/core/html.ts';
import { formatWall } from '#app/domains/events/date-format.ts';
import { siteZone } from '#app/domains/content/site-time.ts';
import { dateFormat } from '#app/core/settings/site.settings.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { nonceField } from '#app/web/pages/forms.ts';
import { reportMailsEnabled } from '../../analytics.settings.ts';
import { frequencies } from '../../email-reports/frequency.rules.ts';
import { nextReportFor } from '../../email-reports/schedules.ts';
import { loadUserSettings } from '../../user-settings/user-row.ts';

/** Action of the nonces of the dashboard's forms. */
export const DASHBOARD_ACTION = 'dashboard';

const names = { weekly: 'Every week', monthly: 'Every month', quarterly: 'Every quarter' } as const;

/** Where a reader subscribes to reports by mail; null while none are mailed. */
export async function subscriptionPart(site: Site, viewer: Viewer, path: string): Promise<Html | null> {
  if (!site.settings.get(reportMailsEnabled)) return null;
  const settings = await loadUserSettings(site, viewer.id);
  const { isSubscribed, reportFrequency } = settings;
  const next = formatWall(toWallTime(await nextReportFor(site, settings), siteZone(site)), site.settings.get(dateFormat));
  const options = frequencies.map(
    (one) => html`<option value="${one}"${one === reportFrequency && html` selected`}>${names[one]}</option>`,
  );
  return html`<section>
<h2>Reports by mail</h2>
<p>${isSubscribed ? `You get a report by mail. The next one is made on ${next}.` : 'You can get these figures by mail.'}</p>
<form class="subscription" method="post" action="${path}">${nonceField(site, viewer, DASHBOARD_ACTION)}
<div class="field"><label for="frequency">How often</label><select id="frequency" name="frequency">${options}</select></div>
<button name="act" value="subscribe">${isSubscribed ? 'Change' : 'Get reports'}</button>
${isSubscribed && html`<button class="plain" name="act" value="unsubscribe">Get no more reports</button>`}
</form>
</section>`;
}

/** What somebody sees with whom a dashboard was shared and who has not opened it yet (analytics.md 2.2). */
export function splashBody(site: Site, viewer: Viewer, path: string): Html {
  return html`<h1>Figures</h1>
<p>The figures of this site are shared with you.</p>
<form method="post" action="${path}">${nonceField(site, viewer, DASHBOARD_ACTION)}<button name="act" value="open">Show the figures</button></form>`;
}

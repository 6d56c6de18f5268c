import { escapeHtml } from '#app/core/text/plain-text.ts';
import { listCategories, findStrictestCategory } from '../cookies/categories.rules.ts';
import type { PolicyCookie, PolicyCookieService } from '../cookies/inventory.reader.ts';

const MISCELLANEOUS = 'Miscellaneous';

interface ServiceGroup {
  service: PolicyCookieService | null;
  cookies: PolicyCookie[];
}

/** Groups cookies by service, sorted by name. Cookies without a service are last. */
function groupByService(cookies: readonly PolicyCookie[]): ServiceGroup[] {
  const groups = new Map<number, ServiceGroup>();
  for (const cookie of cookies) {
    const key = cookie.service?.id ?? 0;
    const group = groups.get(key) ?? { service: cookie.service, cookies: [] };
    group.cookies.push(cookie);
    groups.set(key, group);
  }
  const nameKey = ({ service }: ServiceGroup) => service?.name.toLowerCase() ?? '\uffff';
  return [...groups.values()].sort((a, b) => (nameKey(a) < nameKey(b) ? -1 : 1));
}

const formatPurpose = ({ purpose }: PolicyCookie) => (purpose.trim() === '' ? 'Purpose pending investigation' : purpose.trim());

function renderSharing({ service }: ServiceGroup): string {
  if (!service) return 'Sharing of data is pending investigation.';
  if (!service.sharesData) return 'This data is not shared with third parties.';
  const link = /^https?:\/\//.test(service.privacyStatementUrl)
    ? ` For more information, please read the <a href="${escapeHtml(service.privacyStatementUrl)}" rel="noopener noreferrer nofollow">privacy statement of ${escapeHtml(service.name)}</a>.`
    : '';
  return `This data is shared with ${escapeHtml(service.name)}.${link}`;
}

function renderTable(purpose: string, cookies: readonly PolicyCookie[]): string {
  const rows = cookies.map(
    ({ name, retention, function: description }) =>
      `<tr><td>${escapeHtml(name)}</td><td>${escapeHtml(retention)}</td><td>${escapeHtml(description)}</td></tr>`,
  );
  return `<h3>${escapeHtml(purpose)}</h3>
<table><thead><tr><th scope="col">Name</th><th scope="col">Retention</th><th scope="col">Function</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`;
}

function renderService(group: ServiceGroup): string {
  const { service, cookies } = group;
  const name = service?.name ?? MISCELLANEOUS;
  const purposes = [...new Set(cookies.map(formatPurpose))];
  const category = findStrictestCategory(cookies.flatMap(({ purpose }) => listCategories(purpose)));
  const slug = service?.slug ?? 'miscellaneous';
  const id = `cmp-service-${slug.replace(/[^a-z0-9_-]/g, '')}-${service?.id ?? 0}`;
  const isFunctional = category === 'functional';
  return `<details class="cmp-service">
<summary><strong>${escapeHtml(name)}</strong> <span class="cmp-purposes">${escapeHtml(purposes.join(', '))}</span></summary>
<p><input type="checkbox" id="${id}" class="cmp-accept-service" data-service="${escapeHtml(slug)}" data-category="${category}"${isFunctional ? ' checked disabled' : ''}> <label for="${id}">Consent to ${escapeHtml(name)}</label></p>
<p>We use ${service ? escapeHtml(name) : 'these'} for: ${escapeHtml(purposes.join(', ').toLowerCase())}.</p>
<p>${renderSharing(group)}</p>
${purposes
  .map((purpose) =>
    renderTable(
      purpose,
      cookies.filter((cookie) => formatPurpose(cookie) === purpose),
    ),
  )
  .join('\n')}
</details>`;
}

/** Renders the list of cookies in one block per service. Cookies without a service are last. */
export function renderCookieList(cookies: readonly PolicyCookie[]): string {
  if (cookies.length === 0) return '<p>No cookies are known so far.</p>';
  return `<div class="cmp-cookies">\n${groupByService(cookies).map(renderService).join('\n')}\n</div>`;
}

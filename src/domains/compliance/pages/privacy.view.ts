import { type Html, html } from '#app/core/text/html.ts';
import { translateToHtml } from '#app/core/language/translate-to-html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { Site } from '#app/site.ts';
import { renderNonceField } from '#app/web/pages/forms.ts';
import { toSitePath } from '../../identity/auth/redirect.ts';
import type { Viewer } from '../../identity/auth/viewer.ts';
import type { Erasure } from '../people/erasure.ts';
import type { PartCount } from '../people/records.ts';
import { type DataRequestKind, dataRequestKinds } from '../requests/kinds.ts';
import type { StoredDataRequest } from '../requests/request.list.ts';
import { ARCHIVE_PATH, ERASURE_PATH, PERSON_PATH, REQUESTS_PATH } from '../page-paths.ts';

/** Nonce action of all pages about personal data. */
export const PRIVACY_ACTION = 'personal_data';

const renderDay = (date: Date): Html => html`<time datetime="${date.toISOString()}">${date.toISOString().slice(0, 10)}</time>`;
const formatCount = (translate: Translate, count: number): string => translate('person.records', { count });
const isKind = (kind: string): kind is DataRequestKind => dataRequestKinds.some((known) => known === kind);

function renderRequest(site: Site, translate: Translate, viewer: Viewer, request: StoredDataRequest): Html {
  const { id, name, email, region, kind, requestedAt, resolvedAt } = request;
  return html`<li class="card">
  <div>
    <h2>${isKind(kind) ? translate(`requests.kind.${kind}`) : kind}</h2>
    <p><bdi>${name}</bdi>, ${email} <span class="quiet">(${region}), ${renderDay(requestedAt)}${resolvedAt && html`, ${translateToHtml(translate, 'requests.answeredOn', { day: renderDay(resolvedAt) })}`}</span></p>
  </div>
  <form method="post" action="${toSitePath(site, PERSON_PATH)}">
    ${renderNonceField(site, viewer, PRIVACY_ACTION)}<input type="hidden" name="address" value="${email}">
    <button class="small" aria-label="${translate('requests.showOf', { address: email })}">${translate('requests.show')}</button>
  </form>
  <form method="post" action="${toSitePath(site, REQUESTS_PATH)}">
    ${renderNonceField(site, viewer, PRIVACY_ACTION)}<input type="hidden" name="id" value="${id}">
    <button class="small" name="act" value="${resolvedAt ? 'reopen' : 'resolve'}">${translate(resolvedAt ? 'requests.reopen' : 'requests.resolve')}</button>
  </form>
</li>`;
}

/** Renders one page of data requests, and a form to look up any email address. */
export function renderRequests(
  site: Site,
  translate: Translate,
  viewer: Viewer,
  list: { nodes: readonly StoredDataRequest[]; page: number; totalPages: number; status: string },
): Html {
  const { nodes, page, totalPages, status } = list;
  const buildPageLink = (target: number) => toSitePath(site, `${REQUESTS_PATH}?status=${status}&page=${target}`);
  return html`<h1>${translate('requests.title')}</h1>
<p><a href="${toSitePath(site, REQUESTS_PATH)}">${translate('requests.open')}</a> · <a href="${toSitePath(site, `${REQUESTS_PATH}?status=resolved`)}">${translate('requests.answered')}</a> · <a href="${toSitePath(site, `${REQUESTS_PATH}?status=all`)}">${translate('requests.all')}</a></p>
${nodes.length === 0 ? html`<p class="quiet">${translate('requests.none')}</p>` : html`<ul class="cards">${nodes.map((request) => renderRequest(site, translate, viewer, request))}</ul>`}
${totalPages > 1 && html`<p>${page > 1 && html`<a href="${buildPageLink(page - 1)}">${translate('requests.newer')}</a>`} ${translate('list.page', { page, pages: totalPages })} ${page < totalPages && html`<a href="${buildPageLink(page + 1)}">${translate('requests.older')}</a>`}</p>`}
<h2>${translate('person.what')}</h2>
<form method="post" action="${toSitePath(site, PERSON_PATH)}">
  ${renderNonceField(site, viewer, PRIVACY_ACTION)}
  <div class="field"><label for="address">${translate('account.email')}</label><input type="email" id="address" name="address" required autocomplete="off"></div>
  <button>${translate('requests.show')}</button>
</form>`;
}

/** Renders the personal data of an email address and the actions for it. */
export function renderPerson(
  site: Site,
  translate: Translate,
  viewer: Viewer,
  { address, parts, error }: { address: string; parts: readonly PartCount[]; error?: string | Html | undefined },
): Html {
  return html`<h1>${translate('person.of', { address })}</h1>
${error !== undefined && html`<div class="notice error" role="alert"><p>${error}</p></div>`}
${
  parts.length === 0
    ? html`<p>${translate('person.nothing')}</p>`
    : html`<table><thead><tr><th scope="col">${translate('person.label')}</th><th scope="col">${translate('person.count')}</th></tr></thead><tbody>
${parts.map(({ label, isMention, count }) => html`<tr><td>${label}${isMention && ` ${translate('person.mentions')}`}</td><td>${formatCount(translate, count)}</td></tr>`)}
</tbody></table>
<h2>${translate('person.access')}</h2>
<p>${translate('person.accessWhy')}</p>
<form method="post" action="${toSitePath(site, ARCHIVE_PATH)}">
  ${renderNonceField(site, viewer, PRIVACY_ACTION)}<input type="hidden" name="address" value="${address}">
  <button>${translate('person.download')}</button>
</form>
<h2>${translate('person.erasure')}</h2>
<p>${translate('person.erasureWhy')}</p>
<form method="post" action="${toSitePath(site, ERASURE_PATH)}">
  ${renderNonceField(site, viewer, PRIVACY_ACTION)}<input type="hidden" name="address" value="${address}">
  <div class="field"><label for="confirmation">${translate('person.confirm')}</label><input type="email" id="confirmation" name="confirmation" required autocomplete="off"></div>
  <button class="danger">${translate('person.erase')}</button>
</form>`
}
<p><a href="${toSitePath(site, REQUESTS_PATH)}">${translate('requests.allRequests')}</a></p>`;
}

/** Renders the result of an erasure. */
export function renderErasure(site: Site, translate: Translate, { parts }: Erasure): Html {
  return html`<h1>${translate('person.erased')}</h1>
<div class="notice good" role="status"><p>${translate('person.erasedWhy')}</p></div>
<table><thead><tr><th scope="col">${translate('person.label')}</th><th scope="col">${translate('person.changed')}</th></tr></thead><tbody>
${parts.map(({ label, rows }) => html`<tr><td>${label}</td><td>${formatCount(translate, rows)}</td></tr>`)}
</tbody></table>
<p><a href="${toSitePath(site, REQUESTS_PATH)}">${translate('requests.allRequests')}</a></p>`;
}

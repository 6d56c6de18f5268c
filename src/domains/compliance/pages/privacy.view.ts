import { type Html, html } from '#app/core/html.ts';
import type { Site } from '#app/site.ts';
import { nonceField } from '#app/web/pages/forms.ts';
import { sitePath } from '../../identity/auth/redirect.ts';
import type { Viewer } from '../../identity/auth/viewer.ts';
import type { Erasure } from '../people/erasure.ts';
import type { CountedPart } from '../people/records.ts';
import { type DataRequestKind, dataRequestLabels } from '../requests/kinds.ts';
import type { StoredDataRequest } from '../requests/request.list.ts';
import { ARCHIVE_PATH, ERASURE_PATH, PERSON_PATH, REQUESTS_PATH } from '../page-paths.ts';

/** What a nonce of these pages is for. */
export const PRIVACY_ACTION = 'personal_data';

const day = (moment: Date): Html => html`<time datetime="${moment.toISOString()}">${moment.toISOString().slice(0, 10)}</time>`;
const records = (count: number): string => (count === 1 ? '1 record' : `${count} records`);

function requestCard(site: Site, viewer: Viewer, request: StoredDataRequest): Html {
  const { id, name, email, region, kind, requestedAt, resolvedAt } = request;
  return html`<li class="card">
  <div>
    <h2>${dataRequestLabels[kind as DataRequestKind] ?? kind}</h2>
    <p><bdi>${name}</bdi>, ${email} <span class="quiet">(${region}), ${day(requestedAt)}${resolvedAt && html`, answered ${day(resolvedAt)}`}</span></p>
  </div>
  <form method="post" action="${sitePath(site, PERSON_PATH)}">
    ${nonceField(site, viewer, PRIVACY_ACTION)}<input type="hidden" name="address" value="${email}">
    <button class="small" aria-label="Show data of ${email}">Show data</button>
  </form>
  <form method="post" action="${sitePath(site, REQUESTS_PATH)}">
    ${nonceField(site, viewer, PRIVACY_ACTION)}<input type="hidden" name="id" value="${id}">
    <button class="small" name="act" value="${resolvedAt ? 'reopen' : 'resolve'}">${resolvedAt ? 'Open again' : 'Mark as answered'}</button>
  </form>
</li>`;
}

/** The data requests of one page, and the form for any address. */
export function requestsBody(
  site: Site,
  viewer: Viewer,
  list: { nodes: readonly StoredDataRequest[]; page: number; totalPages: number; status: string },
): Html {
  const { nodes, page, totalPages, status } = list;
  const link = (to: number) => sitePath(site, `${REQUESTS_PATH}?status=${status}&page=${to}`);
  return html`<h1>Data requests</h1>
<p><a href="${sitePath(site, REQUESTS_PATH)}">Open</a> · <a href="${sitePath(site, `${REQUESTS_PATH}?status=resolved`)}">Answered</a> · <a href="${sitePath(site, `${REQUESTS_PATH}?status=all`)}">All</a></p>
${nodes.length === 0 ? html`<p class="quiet">There are none.</p>` : html`<ul class="cards">${nodes.map((one) => requestCard(site, viewer, one))}</ul>`}
${totalPages > 1 && html`<p>${page > 1 && html`<a href="${link(page - 1)}">Newer</a>`} Page ${page} of ${totalPages} ${page < totalPages && html`<a href="${link(page + 1)}">Older</a>`}</p>`}
<h2>What is held about an address</h2>
<form method="post" action="${sitePath(site, PERSON_PATH)}">
  ${nonceField(site, viewer, PRIVACY_ACTION)}
  <div class="field"><label for="address">E-mail address</label><input type="email" id="address" name="address" required autocomplete="off"></div>
  <button>Show data</button>
</form>`;
}

/** What the site holds about an address, and what can be done about it. */
export function personBody(
  site: Site,
  viewer: Viewer,
  { address, parts, error }: { address: string; parts: readonly CountedPart[]; error?: string | undefined },
): Html {
  return html`<h1>Data about ${address}</h1>
${error !== undefined && html`<div class="notice error" role="alert"><p>${error}</p></div>`}
${
  parts.length === 0
    ? html`<p>The site holds nothing about this address.</p>`
    : html`<table><thead><tr><th scope="col">What</th><th scope="col">How much</th></tr></thead><tbody>
${parts.map(({ label, isMention, count }) => html`<tr><td>${label}${isMention && ' (mentions)'}</td><td>${records(count)}</td></tr>`)}
</tbody></table>
<h2>Access</h2>
<p>One archive with all of it, for people and for programs. Look through it before you hand it out: what mentions the address may name others.</p>
<form method="post" action="${sitePath(site, ARCHIVE_PATH)}">
  ${nonceField(site, viewer, PRIVACY_ACTION)}<input type="hidden" name="address" value="${address}">
  <button>Download the archive</button>
</form>
<h2>Erasure</h2>
<p>The address goes from everywhere, for good, and with it names and accounts. Places, orders and sums stay, without who they belong to.</p>
<form method="post" action="${sitePath(site, ERASURE_PATH)}">
  ${nonceField(site, viewer, PRIVACY_ACTION)}<input type="hidden" name="address" value="${address}">
  <div class="field"><label for="confirmation">Enter the address again</label><input type="email" id="confirmation" name="confirmation" required autocomplete="off"></div>
  <button class="danger">Erase for good</button>
</form>`
}
<p><a href="${sitePath(site, REQUESTS_PATH)}">All data requests</a></p>`;
}

/** What an erasure has changed. */
export function erasureBody(site: Site, { parts }: Erasure): Html {
  return html`<h1>The address was erased</h1>
<div class="notice good" role="status"><p>Nothing in the database names it any more.</p></div>
<table><thead><tr><th scope="col">What</th><th scope="col">Changed</th></tr></thead><tbody>
${parts.map(({ label, rows }) => html`<tr><td>${label}</td><td>${records(rows)}</td></tr>`)}
</tbody></table>
<p><a href="${sitePath(site, REQUESTS_PATH)}">All data requests</a></p>`;
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#app/core/failures/failure.ts';
import { type Html, html } from '#app/core/text/html.ts';
import { getIpNetwork } from '#app/core/limits/rate-bucket.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { anonymous, type Viewer } from '#app/domains/identity/auth/viewer.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import { pageNotFound } from '#app/domains/content/pages/list.page.ts';
import { hasUnlocked } from '#app/domains/content/pages/post-password.ts';
import { stylesheetPath } from '#app/domains/events/calendar/stylesheet.ts';
import { renderChoosingScriptTag } from '#app/domains/tickets/pages/choosing/choosing-script.ts';
import { type TicketFormState, renderOffersPart } from '#app/domains/tickets/pages/offers.part.ts';
import type { Site } from '#app/site.ts';
import { getClientIp } from '#app/web/client-ip.ts';
import type { FormFaults } from '#app/web/pages/form-fields.ts';
import { renderFaultSummary, getFormTitle } from '#app/web/pages/form-fields.ts';
import { getPageViewer } from '#app/web/pages/forms.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { loadContent } from '../../content/content.reader.ts';
import { canEdit, canRead } from '../../content/content.permissions.ts';
import { isKind } from '../../content/kinds.ts';
import { type Audience, buildAudience } from '../../tickets/audience.ts';
import { loadOffers } from '../../tickets/ticket-offer.ts';
import { loadEventsOfPosts, type TicketSheet } from '../../tickets/qr/ticket-sheet.ts';

/** The user or anonymous visitor who sent a request, with their language. */
export interface Visitor {
  viewer: Viewer | null;
  audience: Audience;
  /** Identifies the visitor for rate limits. */
  caller: string;
  translate: Translate;
}

/** Returns the visitor of a request. `password` is the password of the post if the visitor has entered it, or empty. */
export async function loadVisitor(site: Site, request: FastifyRequest, password = ''): Promise<Visitor> {
  const viewer = await getPageViewer(site, request);
  const caller = viewer ? `user ${viewer.id}` : `address ${getIpNetwork(getClientIp(request, site.config.trustProxy))}`;
  return { viewer, audience: buildAudience(viewer ?? anonymous, { password }), caller, translate: getTextsForRequest(site, request) };
}

/** A visitor with the post whose tickets they choose. */
export interface PostVisitor extends Visitor {
  postId: number;
}

/** Returns the visitor of a form about the tickets of a post. Throws 404 for a post that the visitor may not read or has not unlocked. */
export async function loadPostVisitor(site: Site, request: FastifyRequest, postId: number): Promise<PostVisitor> {
  const content = postId > 0 ? await loadContent(site, postId) : null;
  const viewer = (await getPageViewer(site, request)) ?? anonymous;
  if (!content || !isKind(content.kind) || content.status === 'trash' || !canRead(viewer, content)) throw pageNotFound();
  const isUnlocked = content.password === '' || canEdit(viewer, content) || hasUnlocked(site, request, content);
  if (!isUnlocked) throw pageNotFound();
  return { ...(await loadVisitor(site, request, content.password)), postId };
}

/** Renders the name, time and place of an event. */
export function renderEventLines(translate: Translate, event: TicketSheet['event'], level: 1 | 2 = 2): Html {
  const name = event.url === null ? html`${event.title}` : html`<a href="${event.url}">${event.title}</a>`;
  return html`${level === 1 ? html`<h1 dir="auto">${name}</h1>` : html`<h2 dir="auto">${name}</h2>`}
${event.isCancelled && html`<p class="notice error">${translate('event.cancelledNotice')}</p>`}
${event.when !== '' && html`<p><time datetime="${event.start}">${event.when}</time>${event.zone !== '' && html` <span class="quiet">(${event.zone})</span>`}</p>`}
${event.venues.map(({ name: venue, address }) => html`<p>${[venue, address].filter(Boolean).join(', ')}</p>`)}`;
}

/** Renders the link to the calendar's style sheet, for parts of event pages. */
const renderEventStyles = (site: Site): Html => html`<link rel="stylesheet" href="${toSitePath(site, stylesheetPath)}">`;

/** Shows the tickets of a post again, with the faults of the choice. */
export async function sendTicketChoice(
  site: Site,
  reply: FastifyReply,
  { viewer, translate, postId }: PostVisitor,
  faults: FormFaults,
  formState: Pick<TicketFormState, 'selectedQuantities' | 'rejectedForm'>,
): Promise<FastifyReply> {
  const event = (await loadEventsOfPosts(site, [postId], translate)).get(postId);
  if (!event) throw pageNotFound();
  const offers = renderOffersPart(site, translate, await loadOffers(site, postId), { postId, isClosed: event.isCancelled, ...formState });
  const body = html`<div class="evt-page">
${renderFaultSummary(translate, faults, formState.rejectedForm?.form)}
${renderEventLines(translate, event, 1)}
${offers}
</div>`;
  return sendPage(
    reply,
    site,
    { title: getFormTitle(translate, translate('choose.title'), faults), body, viewer, translate, head: renderEventStyles(site) },
    { status: faults.status, scripts: (nonce) => renderChoosingScriptTag(site, nonce) },
  );
}

/** Sends a page with a title, a sentence and a link. */
export function sendNotice(
  site: Site,
  reply: FastifyReply,
  { viewer, translate }: Pick<Visitor, 'viewer' | 'translate'>,
  { title, text, status, back }: { title: string; text: string | Html; status: number; back?: { address: string; label: string } | null },
): Promise<FastifyReply> {
  const link = back ?? { address: toSitePath(site, '/events/'), label: translate('choose.backToEvents') };
  const body = html`<h1>${title}</h1>
<p>${text}</p>
<p><a class="button" href="${link.address}">${link.label}</a></p>`;
  return sendPage(reply, site, { title, body, viewer, translate, isNarrow: true }, { status });
}

/** Calls `respond`. If it throws a failure with this code, sends a page with status 404 instead. */
export async function sendNoticeIfMissing(
  site: Site,
  reply: FastifyReply,
  visitor: Visitor,
  code: string,
  respond: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { translate } = visitor;
  try {
    return await respond();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== code) throw error;
    return await sendNotice(site, reply, visitor, {
      title: translate('checkout.unknown'),
      text: translate('checkout.unknownWhy'),
      status: 404,
    });
  }
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { toPlainText } from '#app/domains/events/calendar/plain-text.ts';
import { now } from '#app/core/time/clock.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { formatWallTime } from '#app/domains/events/format-event-time.ts';
import type { Site } from '#app/site.ts';
import { loadAttendees } from '../../attendee.reader.ts';
import type { AttendeeRecord } from '../../attendee.record.ts';
import { isManager } from '../../audience.ts';
import { type Admission, admitByCode, admitById, type AdmissionOutcome, type Door, undoAdmission } from '../admission.ts';
import { recordDoorPayment, findAmountsToPay } from '../payment.ts';
import { countDoor, listOpenDoors, searchAtDoor } from '../door.reader.ts';
import { getTicketState } from '../../qr/ticket-sheet.ts';
import type { SellingPost } from '../../selling-post.ts';
import { loadSellingPosts, loadTickets } from '../../ticket.reader.ts';
import { pageNotFound } from '#app/domains/content/pages/list.page.ts';
import { createFieldReader, parseNumber, requireOwnForm, getPageViewer } from '#app/web/pages/forms.ts';
import { html } from '#app/core/text/html.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { DOOR_ACTION, renderDoorBody, renderDoorHead, renderDoorScripts } from './door.view.ts';
import { sendLiveCounts } from './live-counts.ts';
import { type DoorResult, describeResult } from './door-result.ts';
import { sendCodeList, receiveOfflineScans } from './offline-check-in.ts';
import { redirectToSignIn } from '#app/web/pages/redirect-to-sign-in.ts';

/** Returns the value of a form field or a query parameter. */
type FieldReader = (name: string) => string;

const cleanDoorName = (field: FieldReader) => field('at').replace(/\s+/g, ' ').trim().slice(0, 60);

function requireSignIn(site: Site, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return redirectToSignIn(site, reply, toSitePath(site, request.method === 'GET' ? request.url : (request.url.split('?', 1)[0] ?? '/')));
}

const doorNotAllowed = () => new Failure('forbidden', 403, 'Only users who manage attendees may open the door page.');

async function loadPost(site: Site, request: FastifyRequest): Promise<SellingPost> {
  const [post] = await loadSellingPosts(site, [parseNumber((request.params as { event: string }).event)]);
  if (!post) throw pageNotFound();
  return post;
}

const SUCCESS_SHOWN_MS = 120_000;

/** Returns the outcome that a reloaded page may still show. A success is shown only briefly, and only to the user who checked the attendee in. */
function toCurrentOutcome(outcome: AdmissionOutcome, attendee: AttendeeRecord, viewer: Viewer): AdmissionOutcome | null {
  const { checkedIn, checkinAt, checkinAuthor } = attendee;
  const isRecent = checkinAuthor === viewer.id && now().getTime() - (checkinAt?.getTime() ?? 0) < SUCCESS_SHOWN_MS;
  if (outcome === 'in') return checkedIn ? (isRecent ? 'in' : 'again') : null;
  if (outcome === 'again' || outcome === 'invalid') return checkedIn ? 'again' : 'invalid';
  if (outcome === 'paid') return checkedIn ? null : getTicketState(attendee) === 'good' ? 'paid' : 'invalid';
  return outcome === 'undone' && checkedIn ? null : outcome;
}

const outcomes = new Set<string>(['in', 'again', 'invalid', 'elsewhere', 'unknown', 'undone', 'paid']);

/**
 * Reads the outcome from the query of the URL. It is set by the redirect after a form, or by the link in a QR code (docs/behaviour/tickets.md 6.4).
 */
function readOutcome(field: FieldReader): { outcome: AdmissionOutcome; attendeeId: number } | null {
  const scannedId = parseNumber(field('qr_checked_in'));
  if (field('no_security_code_match') !== '') return { outcome: 'unknown', attendeeId: 0 };
  if (scannedId > 0) return { outcome: field('not_checked_in') === '' ? 'in' : 'again', attendeeId: scannedId };
  const outcome = field('done');
  return outcomes.has(outcome) ? { outcome: outcome as AdmissionOutcome, attendeeId: parseNumber(field('who')) } : null;
}

async function loadResult(
  site: Site,
  translate: Translate,
  post: SellingPost,
  viewer: Viewer,
  field: FieldReader,
): Promise<DoorResult | null> {
  const done = readOutcome(field);
  if (!done) return null;
  const [attendee] = await loadAttendees(site, [done.attendeeId]);
  if (!attendee) return await describeResult(site, translate, post, 'unknown', null);
  const outcome = attendee.postId === post.id ? toCurrentOutcome(done.outcome, attendee, viewer) : 'elsewhere';
  return outcome && (await describeResult(site, translate, post, outcome, attendee));
}

/** Sends a page that only shows whether the check-in succeeded. It is for authors, who may open the link in a QR code but may not see attendees. */
async function sendOutcomeOnly(
  site: Site,
  translate: Translate,
  reply: FastifyReply,
  post: SellingPost,
  viewer: Viewer,
  field: FieldReader,
): Promise<FastifyReply> {
  const done = viewer.can('edit_posts') ? readOutcome(field) : null;
  const [attendee] = done ? await loadAttendees(site, [done.attendeeId]) : [];
  if (!done || (attendee && attendee.postId !== post.id)) throw doorNotAllowed();
  const outcome = attendee ? toCurrentOutcome(done.outcome, attendee, viewer) : 'unknown';
  const isAdmitted = outcome === 'in';
  const title = translate(isAdmitted ? 'door.checkedIn' : outcome === 'again' ? 'door.alreadyIn' : 'door.notCheckedIn');
  const body = html`<h1>${title}</h1>
<div class="notice ${isAdmitted ? 'good' : 'error'}" role="status"><p>${translate(isAdmitted ? 'door.mayEnter' : 'door.mayNotEnter')}</p></div>`;
  return sendPage(reply, site, { title, body, viewer, translate, isNarrow: true });
}

/** Shows the door page of a post to staff. */
export async function showDoor(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await getPageViewer(site, request);
  if (!viewer) return requireSignIn(site, request, reply);
  const post = await loadPost(site, request);
  const field = createFieldReader(request.query);
  const translate = getTextsForRequest(site, request);
  if (!isManager(viewer)) return await sendOutcomeOnly(site, translate, reply, post, viewer, field);
  const query = field('q').trim().slice(0, 200);
  const [counts, matches, result] = await Promise.all([
    countDoor(site, post.id),
    query === '' ? null : searchAtDoor(site, post.id, query),
    loadResult(site, translate, post, viewer, field),
  ]);
  const [foundTickets, amountsToPay] = await Promise.all([
    loadTickets(site, [...new Set((matches ?? []).map(({ ticketId }) => ticketId))]),
    findAmountsToPay(site, matches ?? []),
  ]);
  const ticketTitles = new Map(foundTickets.map(({ id, title }) => [id, toPlainText(title)]));
  const body = renderDoorBody(site, translate, {
    post,
    viewer,
    counts,
    doorName: cleanDoorName(field),
    query,
    matches,
    ticketTitles,
    amountsToPay,
    result,
  });
  return sendPage(
    reply,
    site,
    {
      title: translate('door.of', { title: toPlainText(post.title) }),
      body,
      viewer,
      translate,
      head: renderDoorHead(site),
      isForStaff: true,
    },
    { scripts: renderDoorScripts(site), hasWorker: true },
  );
}

function runAction(site: Site, door: Door, field: FieldReader): Promise<Admission> {
  switch (field('act')) {
    case 'scan':
      return admitByCode(site, door, field('code'));
    case 'paid':
      return recordDoorPayment(site, door, parseNumber(field('id')));
    case 'undo':
      return undoAdmission(site, door, parseNumber(field('id')));
    default:
      return admitById(site, door, parseNumber(field('id')));
  }
}

/** Performs the action of a form on the door page, or of a request by the script. */
export async function handleDoorForm(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await getPageViewer(site, request);
  if (!viewer) return requireSignIn(site, request, reply);
  if (!isManager(viewer)) throw doorNotAllowed();
  requireOwnForm(site, request, viewer, DOOR_ACTION);
  const post = await loadPost(site, request);
  const field = createFieldReader(request.body);
  const name = cleanDoorName(field);
  const { outcome, attendee } = await runAction(site, { postId: post.id, name, viewer }, field);
  const translate = getTextsForRequest(site, request);
  reply.header('Cache-Control', 'no-store');
  if (request.headers.accept === 'application/json') {
    const [result, counts] = await Promise.all([describeResult(site, translate, post, outcome, attendee), countDoor(site, post.id)]);
    const checkedInId = outcome === 'in' || outcome === 'again' ? (attendee?.id ?? null) : null;
    return reply.header('X-Content-Type-Options', 'nosniff').send({ ...result, counts, letIn: checkedInId });
  }
  // the attendees of an unpaid order are listed with the button for payment
  const isToPay = outcome === 'invalid' && attendee !== null && (await findAmountsToPay(site, [attendee])).size > 0;
  const search = isToPay ? String(attendee.orderId) : field('q').trim().slice(0, 200);
  const query = new URLSearchParams({ done: outcome, who: String(attendee?.id ?? 0), at: name, q: search });
  return reply.redirect(`${toSitePath(site, `/door/${post.id}`)}?${query}`, 303);
}

/** Returns the viewer and the post for requests of the page's script. Throws unless the viewer may work at this door. */
async function requireStaff(site: Site, request: FastifyRequest): Promise<{ viewer: Viewer; post: SellingPost }> {
  const viewer = await getPageViewer(site, request);
  if (!viewer || !isManager(viewer)) throw doorNotAllowed();
  return { viewer, post: await loadPost(site, request) };
}

/** Serves the counts. The script of the page requests them if it cannot open another stream. */
export async function sendCounts(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { post } = await requireStaff(site, request);
  return reply.headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }).send(await countDoor(site, post.id));
}

/** Streams the counts to the script of the page. */
export async function streamCounts(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { viewer, post } = await requireStaff(site, request);
  return await sendLiveCounts(site, request, reply, { postId: post.id, viewer, identify: () => getPageViewer(site, request) });
}

/** Serves the list for offline check-in. */
export async function sendList(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { viewer, post } = await requireStaff(site, request);
  return await sendCodeList(site, reply, viewer, post);
}

/** Receives the scans of an offline page. */
export async function receiveScans(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { viewer, post } = await requireStaff(site, request);
  return await receiveOfflineScans(site, request, reply, viewer, post);
}

function formatStart(site: Site, translate: Translate, local: string): string {
  return formatWallTime(site, translate, `${local.slice(0, 10)}T${local.slice(11, 19)}`);
}

/** Lists the posts whose door page the viewer may open. */
export async function listDoors(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await getPageViewer(site, request);
  if (!viewer) return requireSignIn(site, request, reply);
  if (!isManager(viewer)) throw doorNotAllowed();
  const translate = getTextsForRequest(site, request);
  const posts = await listOpenDoors(site);
  const body = html`<h1>${translate('door.list')}</h1>
${posts.length === 0 && html`<p>${translate('door.none')}</p>`}
<ul class="cards">${posts.map(
    ({ id, title, startLocal }) => html`<li class="card"><div>
    <h2><a href="${toSitePath(site, `/door/${id}`)}">${toPlainText(title) || translate('content.untitled')}</a></h2>
    ${startLocal !== null && html`<p class="quiet">${formatStart(site, translate, startLocal)}</p>`}
  </div></li>`,
  )}</ul>`;
  return sendPage(reply, site, { title: translate('door.list'), body, viewer, translate, isForStaff: true });
}

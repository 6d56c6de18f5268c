import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { fieldsOf, FORM_LIMIT, requireOwnForm, viewerOfPage } from '#app/web/pages/forms.ts';
import { sayTo } from '#app/web/pages/language.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { sitePath } from '../../identity/auth/redirect.ts';
import { identify } from '../../identity/auth/sign-in.ts';
import { anonymous, type Viewer } from '../../identity/auth/viewer.ts';
import { archiveOf } from '../people/archive.ts';
import { eraseAddress } from '../people/erasure.ts';
import { requirePeopleManager } from '../people/people.access.ts';
import { personOf } from '../people/person.ts';
import { countHeld } from '../people/records.ts';
import { type DataRequestFilter, listDataRequests, resolveDataRequest } from '../requests/request.list.ts';
import { ARCHIVE_PATH, ERASURE_PATH, PERSON_PATH, REQUESTS_PATH } from '../page-paths.ts';
import { erasureBody, personBody, PRIVACY_ACTION, requestsBody } from './privacy.view.ts';

const PER_PAGE = 20;

/** Returns the privacy manager who sent the request, else throws. A form needs a nonce. */
async function administrator(site: Site, request: FastifyRequest): Promise<Viewer> {
  const viewer = await viewerOfPage(site, request);
  requirePeopleManager(viewer ?? anonymous);
  if (request.method === 'POST') requireOwnForm(site, request, viewer, PRIVACY_ACTION);
  return viewer ?? anonymous;
}

/** Does the same for a download, which clients may request with an application password. */
async function downloader(site: Site, request: FastifyRequest): Promise<void> {
  const { authorization } = request.headers;
  if (authorization === undefined) return void (await administrator(site, request));
  const client = { ip: request.ip, userAgent: String(request.headers['user-agent'] ?? '') };
  requirePeopleManager((await identify(site, { authorization, ...client })).viewer);
}

async function showRequests(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await administrator(site, request);
  const field = fieldsOf(request.query);
  const status: DataRequestFilter['status'] =
    field('status') === 'resolved' || field('status') === 'all' ? (field('status') as 'all') : 'open';
  const page = /^[1-9]\d{0,5}$/.test(field('page')) ? Number(field('page')) : 1;
  const list = await listDataRequests(site, { status, page, perPage: PER_PAGE, isOldestFirst: false });
  const body = requestsBody(site, sayTo(site, request), viewer, { nodes: list.nodes, totalPages: list.totalPages, page, status });
  return sendPage(reply, site, { title: sayTo(site, request)('requests.title'), body, viewer, isForStaff: true });
}

async function changeRequest(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  await administrator(site, request);
  const field = fieldsOf(request.body);
  const id = /^[1-9]\d{0,8}$/.test(field('id')) ? Number(field('id')) : 0;
  await resolveDataRequest(site, id, field('act') !== 'reopen');
  return reply.redirect(sitePath(site, REQUESTS_PATH), 303);
}

async function showPerson(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await administrator(site, request);
  const person = await personOf(site, fieldsOf(request.body)('address'));
  const body = personBody(site, sayTo(site, request), viewer, { address: person.address, parts: await countHeld(site, person) });
  return sendPage(reply, site, { title: sayTo(site, request)('person.title'), body, viewer, isForStaff: true });
}

async function sendArchive(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  await downloader(site, request);
  const person = await personOf(site, fieldsOf(request.body)('address'));
  const archive = await archiveOf(site, person);
  archive.on('error', (error) => request.log.error({ err: error }, 'an archive broke off'));
  reply.type('application/zip').headers({
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Disposition': 'attachment; filename="personal-data.zip"',
  });
  return await reply.send(archive);
}

async function erase(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await administrator(site, request);
  const field = fieldsOf(request.body);
  try {
    const erasure = await eraseAddress(site, field('address'), field('confirmation'));
    return await sendPage(reply, site, {
      title: sayTo(site, request)('person.erased'),
      body: erasureBody(site, sayTo(site, request), erasure),
      viewer,
    });
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'invalid_arguments') throw error;
    const person = await personOf(site, field('address'));
    const body = personBody(site, sayTo(site, request), viewer, {
      address: person.address,
      parts: await countHeld(site, person),
      error: error.message,
    });
    return sendPage(reply, site, { title: sayTo(site, request)('person.title'), body, viewer, isForStaff: true }, { status: error.status });
  }
}

/** Mounts the pages on which administrators handle data requests: the list, the data of an address, its archive and its erasure. */
export function mountPrivacyPages(app: FastifyInstance, site: Site): void {
  const form = { bodyLimit: FORM_LIMIT };
  app.get(REQUESTS_PATH, (request, reply) => showRequests(site, request, reply));
  app.post(REQUESTS_PATH, form, (request, reply) => changeRequest(site, request, reply));
  app.post(PERSON_PATH, form, (request, reply) => showPerson(site, request, reply));
  app.post(ARCHIVE_PATH, form, (request, reply) => sendArchive(site, request, reply));
  app.post(ERASURE_PATH, form, (request, reply) => erase(site, request, reply));
}

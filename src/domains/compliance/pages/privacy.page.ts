import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { createFieldReader, FORM_LIMIT, requireOwnForm, getPageViewer } from '#app/web/pages/forms.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { toSitePath } from '../../identity/auth/redirect.ts';
import { identify } from '../../identity/auth/sign-in.ts';
import { anonymous, type Viewer } from '../../identity/auth/viewer.ts';
import { createArchive } from '../people/archive.ts';
import { eraseAddress } from '../people/erasure.ts';
import { requirePrivacyManager } from '../people/people.access.ts';
import { findPerson } from '../people/person.ts';
import { countPersonalData } from '../people/records.ts';
import { type DataRequestFilter, listDataRequests, resolveDataRequest } from '../requests/request.list.ts';
import { ARCHIVE_PATH, ERASURE_PATH, PERSON_PATH, REQUESTS_PATH } from '../page-paths.ts';
import { renderErasure, renderPerson, PRIVACY_ACTION, renderRequests } from './privacy.view.ts';

const PER_PAGE = 20;

/** Returns the privacy manager who sent the request. Throws `forbidden` for other users, and if a form has no valid nonce. */
async function getPrivacyManager(site: Site, request: FastifyRequest): Promise<Viewer> {
  const viewer = await getPageViewer(site, request);
  requirePrivacyManager(viewer ?? anonymous);
  if (request.method === 'POST') requireOwnForm(site, request, viewer, PRIVACY_ACTION);
  return viewer ?? anonymous;
}

/** Throws `forbidden` unless a privacy manager requests the download, in a session or with an application password. */
async function requireDownloader(site: Site, request: FastifyRequest): Promise<void> {
  const { authorization } = request.headers;
  if (authorization === undefined) return void (await getPrivacyManager(site, request));
  const client = { ip: request.ip, userAgent: String(request.headers['user-agent'] ?? '') };
  requirePrivacyManager((await identify(site, { authorization, ...client })).viewer);
}

async function showRequests(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await getPrivacyManager(site, request);
  const readField = createFieldReader(request.query);
  const status: DataRequestFilter['status'] =
    readField('status') === 'resolved' || readField('status') === 'all' ? (readField('status') as 'all') : 'open';
  const page = /^[1-9]\d{0,5}$/.test(readField('page')) ? Number(readField('page')) : 1;
  const list = await listDataRequests(site, { status, page, perPage: PER_PAGE, isOldestFirst: false });
  const body = renderRequests(site, getTextsForRequest(site, request), viewer, {
    nodes: list.nodes,
    totalPages: list.totalPages,
    page,
    status,
  });
  return sendPage(reply, site, { title: getTextsForRequest(site, request)('requests.title'), body, viewer, isForStaff: true });
}

async function changeRequest(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  await getPrivacyManager(site, request);
  const readField = createFieldReader(request.body);
  const id = /^[1-9]\d{0,8}$/.test(readField('id')) ? Number(readField('id')) : 0;
  await resolveDataRequest(site, id, readField('act') !== 'reopen');
  return reply.redirect(toSitePath(site, REQUESTS_PATH), 303);
}

async function showPerson(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await getPrivacyManager(site, request);
  const person = await findPerson(site, createFieldReader(request.body)('address'));
  const body = renderPerson(site, getTextsForRequest(site, request), viewer, {
    address: person.address,
    parts: await countPersonalData(site, person),
  });
  return sendPage(reply, site, { title: getTextsForRequest(site, request)('person.title'), body, viewer, isForStaff: true });
}

async function sendArchive(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  await requireDownloader(site, request);
  const person = await findPerson(site, createFieldReader(request.body)('address'));
  const archive = await createArchive(site, person);
  archive.on('error', (error) => request.log.error({ err: error }, 'an archive could not be completed'));
  reply.type('application/zip').headers({
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Disposition': 'attachment; filename="personal-data.zip"',
  });
  return await reply.send(archive);
}

async function eraseData(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await getPrivacyManager(site, request);
  const readField = createFieldReader(request.body);
  try {
    const erasure = await eraseAddress(site, readField('address'), readField('confirmation'));
    return await sendPage(reply, site, {
      title: getTextsForRequest(site, request)('person.erased'),
      body: renderErasure(site, getTextsForRequest(site, request), erasure),
      viewer,
    });
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'invalid_arguments') throw error;
    const person = await findPerson(site, readField('address'));
    const body = renderPerson(site, getTextsForRequest(site, request), viewer, {
      address: person.address,
      parts: await countPersonalData(site, person),
      error: error.message,
    });
    return sendPage(
      reply,
      site,
      { title: getTextsForRequest(site, request)('person.title'), body, viewer, isForStaff: true },
      { status: error.status },
    );
  }
}

/** Mounts the pages on which administrators handle data requests: the list of requests, and the data, archive and erasure of an email address. */
export function mountPrivacyPages(app: FastifyInstance, site: Site): void {
  const form = { bodyLimit: FORM_LIMIT };
  app.get(REQUESTS_PATH, (request, reply) => showRequests(site, request, reply));
  app.post(REQUESTS_PATH, form, (request, reply) => changeRequest(site, request, reply));
  app.post(PERSON_PATH, form, (request, reply) => showPerson(site, request, reply));
  app.post(ARCHIVE_PATH, form, (request, reply) => sendArchive(site, request, reply));
  app.post(ERASURE_PATH, form, (request, reply) => eraseData(site, request, reply));
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#app/core/failures/failure.ts';
import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import type { Site } from '#app/site.ts';
import { createFieldReader, FORM_LIMIT, renderNonceField, requireOwnForm, getPageViewer } from '#app/web/pages/forms.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { toSitePath } from '../../identity/auth/redirect.ts';
import type { Viewer } from '../../identity/auth/viewer.ts';
import { renderConsentControls } from '../banner/banner.service.ts';
import { categories } from '../cookies/categories.rules.ts';
import { CONTROLS_PLACEHOLDER, type DocumentReference, listGeneratedDocuments, findLegalDocument } from '../documents/document.service.ts';
import { buildLegalPath, EVERYWHERE } from '../documents/document.ts';
import { REQUEST_PATH } from '../documents/request-form.html.ts';
import { parseLocale } from '../locale.rules.ts';
import { dataRequestKinds } from '../requests/kinds.ts';
import { submitDataRequest } from '../requests/request.service.ts';
import { saveCategories } from './category-cookies.ts';

/** Path to which the form with a visitor's choice posts. */
const CHOICE_PATH = '/legal/consent';
/** Nonce action of this form. */
const CHOICE_ACTION = 'privacy_choice';

/** Returns the region whose law a document follows. Undefined if the document is the same in all regions. */
const findLawRegion = ({ region }: DocumentReference) => (region === EVERYWHERE ? undefined : region);

/** Renders the consent controls of a document as a form that works without JavaScript. */
async function renderChoiceForm(site: Site, request: FastifyRequest, viewer: Viewer | null, document: DocumentReference): Promise<Html> {
  const controls = await renderConsentControls(site, {
    locale: parseLocale(createFieldReader(request.query)('locale')),
    hasPrivacySignal: request.headers['dnt'] === '1' || request.headers['sec-gpc'] !== undefined,
    previewRegion: findLawRegion(document),
  });
  return html`<form method="post" action="${toSitePath(site, CHOICE_PATH)}">
${renderNonceField(site, viewer, CHOICE_ACTION)}<input type="hidden" name="document" value="${document.id}">
${trustHtml(controls)}
<p><button>${getTextsForRequest(site, request)('legal.save')}</button></p>
</form>`;
}

async function saveChoice(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  requireOwnForm(site, request, await getPageViewer(site, request), CHOICE_ACTION);
  const readField = createFieldReader(request.body);
  const document = listGeneratedDocuments(site).find(({ id }) => id === readField('document'));
  if (!document) throw notFound('legal_document_not_found', 'There is no such document.');
  const chosen = categories.filter((category) => category === 'functional' || readField(category) === '1');
  await saveCategories(site, request, reply, new Set(chosen), findLawRegion(document));
  return reply.header('Cache-Control', 'no-store').redirect(`${toSitePath(site, buildLegalPath(document.id))}?saved=1`, 303);
}

async function showDocument(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { document: id } = request.params as { document: string };
  const [document, viewer] = await Promise.all([
    findLegalDocument(site, id, parseLocale(createFieldReader(request.query)('locale'))),
    getPageViewer(site, request),
  ]);
  if (!document) throw notFound('legal_document_not_found', 'There is no such document.');
  const form = document.content.includes(CONTROLS_PLACEHOLDER) ? (await renderChoiceForm(site, request, viewer, document)).toString() : '';
  const content = document.content.replace(CONTROLS_PLACEHOLDER, () => form);
  const body = html`<h1>${document.title}</h1>
${createFieldReader(request.query)('saved') === '1' && html`<div class="notice good" role="status"><p>${getTextsForRequest(site, request)('legal.saved')}</p></div>`}
${trustHtml(content)}`;
  return sendPage(reply, site, { title: document.title, body, viewer }, { isPublic: viewer === null });
}

/** Accepts a data request from the form of a document. Needs no nonce, because the request does not use an account. */
async function receiveRequest(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const readField = createFieldReader(request.body);
  const receipt = await submitDataRequest(site, request.ip, {
    firstName: readField('cmp_datarequest_firstname'),
    name: readField('cmp_datarequest_name'),
    email: readField('cmp_datarequest_email'),
    region: readField('cmp_datarequest_region'),
    kinds: dataRequestKinds.filter((kind) => readField(`cmp_datarequest_${kind}`) === '1'),
  });
  const translate = getTextsForRequest(site, request);
  const title = translate(receipt.success ? 'legal.received' : 'legal.notTaken');
  const reason = receipt.success
    ? translate('legal.receivedWhy')
    : translate.language === 'en'
      ? receipt.message
      : html`<span lang="en">${receipt.message}</span>`;
  const body = html`<h1>${title}</h1>
<div class="notice ${receipt.success ? 'good' : 'error'}" role="${receipt.success ? 'status' : 'alert'}"><p>${reason}</p></div>
<p><a href="${toSitePath(site, '/')}">${translate('page.toFront')}</a></p>`;
  const viewer = await getPageViewer(site, request);
  return sendPage(reply, site, { title, body, viewer, translate, isNarrow: true }, { status: receipt.success ? 200 : 400 });
}

/** Mounts `/legal/{document}` for generated documents, and the routes of their forms. */
export function mountLegalPages(app: FastifyInstance, site: Site): void {
  app.get(buildLegalPath(':document'), (request, reply) => showDocument(site, request, reply));
  app.post(CHOICE_PATH, { bodyLimit: FORM_LIMIT }, (request, reply) => saveChoice(site, request, reply));
  app.post(REQUEST_PATH, { bodyLimit: FORM_LIMIT }, (request, reply) => receiveRequest(site, request, reply));
}

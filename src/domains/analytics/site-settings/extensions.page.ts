import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, notFound } from '#app/core/failures/failure.ts';
import { html, type Html } from '#app/core/text/html.ts';
import { verifyNonce } from '#app/domains/identity/auth/nonces.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { createFieldReader, getPageViewer } from '#app/web/pages/forms.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { extensions } from '../analytics.settings.ts';
import { activateExtension, installExtension, UPDATES_ACTION } from './extensions.ts';
import { redirectToSignIn } from '#app/web/pages/redirect-to-sign-in.ts';

const ACTIONS = {
  install: { capability: 'install_plugins', run: installExtension, done: 'extensions.installed' },
  activate: { capability: 'activate_plugins', run: activateExtension, done: 'extensions.activated' },
} as const;

const forbidden = () => new Failure('forbidden', 403, 'Sorry, you are not allowed to do that.');

function sendMessage(reply: FastifyReply, site: Site, viewer: Viewer, title: string, content: Html): Promise<FastifyReply> {
  const translate = getTextsForRequest(site, reply.request);
  const body = html`<h1>${title}</h1>
${content}
<p><a href="${toSitePath(site, '/account')}">${translate('extensions.toAccount')}</a></p>`;
  return sendPage(reply, site, { title, translate, viewer, isNarrow: true, body });
}

/**
 * Returns the signed-in user and the requested extension. Null after a redirect to the sign-in page. Throws `forbidden` and
 * `extension_not_found`.
 */
async function requireExtension(site: Site, request: FastifyRequest, reply: FastifyReply, capability: string) {
  reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer');
  const viewer = await getPageViewer(site, request);
  if (!viewer) {
    await redirectToSignIn(site, reply, request.url);
    return null;
  }
  if (!viewer.can(capability)) throw forbidden();
  const slug = createFieldReader(request.query)('extension');
  const stored = site.settings.get(extensions);
  const extension = Object.hasOwn(stored, slug) ? stored[slug] : undefined;
  if (!extension) throw notFound('extension_not_found', 'There is no such extension.');
  return { viewer, slug, extension };
}

async function runAction(name: keyof typeof ACTIONS, site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { capability, run, done } = ACTIONS[name];
  const target = await requireExtension(site, request, reply, capability);
  if (!target) return reply;
  const { viewer, slug, extension } = target;
  // the nonce in the URL proves that this site offered the action to the viewer
  if (!verifyNonce(site, viewer, UPDATES_ACTION, createFieldReader(request.query)('_wpnonce'))) throw forbidden();
  await run(site, slug);
  const translate = getTextsForRequest(site, request);
  return sendMessage(reply, site, viewer, translate(done, { extension: extension.name }), html`<p>${translate('extensions.goBack')}</p>`);
}

async function showConfiguration(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const target = await requireExtension(site, request, reply, 'manage_options');
  if (!target) return reply;
  const translate = getTextsForRequest(site, request);
  const { addresses, keyPrefix, tagsEnabled, hardReset } = site.config.analytics;
  const hosts = Object.entries(addresses).map(([family, url]) => html`<dt>${family}</dt><dd>${new URL(url).host}</dd>\n`);
  const content = html`<p>${translate('extensions.environment')}</p>
<dl>
<dt>${translate('extensions.prefix')}</dt><dd>${keyPrefix}</dd>
<dt>${translate('extensions.tags')}</dt><dd>${translate('extensions.tagsAre', { are: tagsEnabled ? 'on' : 'off' })}</dd>
<dt>${translate('extensions.hardReset')}</dt><dd>${translate('extensions.hardResetIs', { is: hardReset ? 'yes' : 'no' })}</dd>
${hosts.length === 0 ? html`<dt>${translate('extensions.provider')}</dt><dd>${translate('extensions.noProvider')}</dd>` : hosts}
</dl>`;
  return sendMessage(reply, site, target.viewer, target.extension.name, content);
}

/** Mounts the pages on which administrators install, activate and configure extensions (docs/behaviour/analytics.md 4.5, 5.5, 5.6). */
export function mountExtensionPages(app: FastifyInstance, site: Site): void {
  app.get('/extensions/install', (request, reply) => runAction('install', site, request, reply));
  app.get('/extensions/activate', (request, reply) => runAction('activate', site, request, reply));
  app.get('/extensions/configure', (request, reply) => showConfiguration(site, request, reply));
}

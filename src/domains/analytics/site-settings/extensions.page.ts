import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, notFound } from '#app/core/failures/failure.ts';
import { html, type Html } from '#app/core/text/html.ts';
import { verifyNonce } from '#app/domains/identity/auth/nonces.ts';
import { sitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { fieldsOf, viewerOfPage } from '#app/web/pages/forms.ts';
import { sayTo } from '#app/web/pages/language.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { extensions } from '../analytics.settings.ts';
import { activateExtension, installExtension, UPDATES } from './extensions.ts';
import { redirectToSignIn } from '#app/web/pages/redirect-to-sign-in.ts';

const acts = {
  install: { capability: 'install_plugins', run: installExtension, done: 'extensions.installed' },
  activate: { capability: 'activate_plugins', run: activateExtension, done: 'extensions.activated' },
} as const;

const mayNot = () => new Failure('forbidden', 403, 'Sorry, you are not allowed to do that.');

function send(reply: FastifyReply, site: Site, viewer: Viewer, title: string, said: Html): Promise<FastifyReply> {
  const say = sayTo(site, reply.request);
  const body = html`<h1>${title}</h1>
${said}
<p><a href="${sitePath(site, '/account')}">${say('extensions.toAccount')}</a></p>`;
  return sendPage(reply, site, { title, say, viewer, isNarrow: true, body });
}

/** Returns the signed-in user and the requested extension, or null after a redirect to the sign-in page. */
async function visitor(site: Site, request: FastifyRequest, reply: FastifyReply, capability: string) {
  reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer');
  const viewer = await viewerOfPage(site, request);
  if (!viewer) {
    await redirectToSignIn(site, reply, request.url);
    return null;
  }
  if (!viewer.can(capability)) throw mayNot();
  const slug = fieldsOf(request.query)('extension');
  const all = site.settings.get(extensions);
  const extension = Object.hasOwn(all, slug) ? all[slug] : undefined;
  if (!extension) throw notFound('extension_not_found', 'There is no such extension.');
  return { viewer, slug, extension };
}

async function act(name: keyof typeof acts, site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { capability, run, done } = acts[name];
  const found = await visitor(site, request, reply, capability);
  if (!found) return reply;
  const { viewer, slug, extension } = found;
  // the nonce in the address proves that this site offered the action to the viewer
  if (!verifyNonce(site, viewer, UPDATES, fieldsOf(request.query)('_wpnonce'))) throw mayNot();
  await run(site, slug);
  const say = sayTo(site, request);
  return send(reply, site, viewer, say(done, { extension: extension.name }), html`<p>${say('extensions.goBack')}</p>`);
}

async function configure(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const found = await visitor(site, request, reply, 'manage_options');
  if (!found) return reply;
  const say = sayTo(site, request);
  const { addresses, keyPrefix, tagsEnabled, hardReset } = site.config.analytics;
  const reached = Object.entries(addresses).map(([family, address]) => html`<dt>${family}</dt><dd>${new URL(address).host}</dd>\n`);
  const said = html`<p>${say('extensions.environment')}</p>
<dl>
<dt>${say('extensions.prefix')}</dt><dd>${keyPrefix}</dd>
<dt>${say('extensions.tags')}</dt><dd>${say('extensions.tagsAre', { are: tagsEnabled ? 'on' : 'off' })}</dd>
<dt>${say('extensions.hardReset')}</dt><dd>${say('extensions.hardResetIs', { is: hardReset ? 'yes' : 'no' })}</dd>
${reached.length === 0 ? html`<dt>${say('extensions.provider')}</dt><dd>${say('extensions.noProvider')}</dd>` : reached}
</dl>`;
  return send(reply, site, found.viewer, found.extension.name, said);
}

/** Mounts the pages on which administrators install and activate extensions (analytics.md 4.5, 5.5, 5.6). */
export function mountExtensions(app: FastifyInstance, site: Site): void {
  app.get('/extensions/install', (request, reply) => act('install', site, request, reply));
  app.get('/extensions/activate', (request, reply) => act('activate', site, request, reply));
  app.get('/extensions/configure', (request, reply) => configure(site, request, reply));
}

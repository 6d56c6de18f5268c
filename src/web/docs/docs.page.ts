import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../core/failures/failure.ts';
import { html } from '../../core/text/html.ts';
import { siteName } from '../../core/settings/site.settings.ts';
import { sitePath } from '../../domains/identity/auth/redirect.ts';
import type { Site } from '../../site.ts';
import { type Asset, assetOf, assetOfPackage, mountAssets } from '../pages/asset.ts';
import { iconLink } from '../pages/brand.ts';
import { once } from '../../core/async/once.ts';

/** Content security policy. The viewer only contacts the site: styles, scripts and requests are its own. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const DOCS_PATH = '/docs';
/** The document that is shown first. */
const FIRST = 'core/v2';

interface Assets {
  viewer: Asset;
  viewerStyles: Asset;
  script: Asset;
  styles: Asset;
}

/** Reads the large viewer once per process. */
const readAssets = once(
  (): Assets => ({
    viewer: assetOfPackage('swagger-ui-dist/swagger-ui-bundle.js', 'docs-viewer', 'js'),
    viewerStyles: assetOfPackage('swagger-ui-dist/swagger-ui.css', 'docs-viewer', 'css'),
    script: assetOf(new URL('./docs.js', import.meta.url), 'docs', 'js'),
    styles: assetOf(new URL('./docs.css', import.meta.url), 'docs', 'css'),
  }),
);

const fileOf = (namespace: string) => `${namespace === '' ? 'site-index' : namespace.replaceAll('/', '-')}.json`;
const titleOf = (namespace: string) => (namespace === '' ? 'Site index' : namespace);

function pageOf(site: Site, own: Assets, namespaces: readonly string[], shown: string): string {
  const path = (below: string) => sitePath(site, below);
  const items = namespaces.map(
    (namespace) =>
      html`<li><a href="${path(`${DOCS_PATH}?namespace=${encodeURIComponent(namespace)}`)}"${namespace === shown && html` aria-current="page"`}>${titleOf(namespace)}</a></li>`,
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${titleOf(shown)} – REST interface – ${site.settings.get(siteName)}</title>
${iconLink(site)}
<link rel="stylesheet" href="${path(own.viewerStyles.path)}">
<link rel="stylesheet" href="${path(own.styles.path)}">
<script src="${path(own.viewer.path)}" defer></script>
<script type="module" src="${path(own.script.path)}"></script>
</head>
<body>
<header class="docs-header">
<p><a href="${path('/')}">${site.settings.get(siteName)}</a></p>
<h1>REST interface</h1>
<nav aria-label="Namespaces"><ul>${items}</ul></nav>
<p>The OpenAPI document of this namespace: <a href="${path(`${DOCS_PATH}/${fileOf(shown)}`)}">${fileOf(shown)}</a>. <a href="${path(`${DOCS_PATH}/rest-to-graphql`)}">What to send to <code>/graphql</code> instead</a>. <a href="${path(`${DOCS_PATH}/pages`)}">Guides and reference</a></p>
</header>
<main data-document="${path(`${DOCS_PATH}/${fileOf(shown)}`)}"></main>
</body>
</html>
`.toString();
}

/** The OpenAPI documents of a site by namespace. The routes of the site itself are under the empty name. */
export interface Documents {
  namespaces: readonly string[];
  /** Returns the document of a namespace with a title. */
  of(namespace: string, title: string): unknown;
}

/** Serves `/docs`: the OpenAPI documents of this site, in a viewer without external resources and as files. */
export function mountDocs(app: FastifyInstance, site: Site, { namespaces, of }: Documents): void {
  const own = readAssets();
  const texts = new Map<string, string>();
  const documentOf = (namespace: string) => {
    let text = texts.get(namespace);
    if (text === undefined) {
      text = JSON.stringify(of(namespace, titleOf(namespace)));
      texts.set(namespace, text);
    }
    return text;
  };

  mountAssets(app, Object.values(own));
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const { namespace = FIRST } = request.query as { namespace?: string };
    const shown = namespaces.find((one) => one === namespace) ?? FIRST;
    return reply
      .headers({ 'Content-Security-Policy': POLICY, 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(pageOf(site, own, namespaces, shown));
  };
  app.get(DOCS_PATH, sendPage);
  app.get(`${DOCS_PATH}/`, async (_request, reply) => reply.redirect(sitePath(site, DOCS_PATH), 301));
  app.get(`${DOCS_PATH}/:file`, async (request, reply) => {
    const { file } = request.params as { file: string };
    const namespace = namespaces.find((one) => fileOf(one) === file);
    if (namespace === undefined) throw notFound('document_not_found', 'There is no such document.');
    return reply
      .headers({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*' })
      .type('application/json; charset=utf-8')
      .send(documentOf(namespace));
  });
}

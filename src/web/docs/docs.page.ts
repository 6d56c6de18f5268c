import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../core/failures/failure.ts';
import { html } from '../../core/text/html.ts';
import { siteName } from '../../core/settings/site.settings.ts';
import { toSitePath } from '../../domains/identity/auth/redirect.ts';
import type { Site } from '../../site.ts';
import { type Asset, createAsset, createPackageAsset, mountAssets } from '../pages/asset.ts';
import { renderIconLink } from '../pages/brand.ts';
import { once } from '../../core/async/once.ts';

/** Content security policy. The viewer (Swagger UI) loads styles and scripts from the site and contacts only the site. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const DOCS_PATH = '/docs';
/** Namespace whose document is shown by default. */
const DEFAULT_NAMESPACE = 'core/v2';

interface Assets {
  viewer: Asset;
  viewerStyles: Asset;
  script: Asset;
  styles: Asset;
}

/** Reads the assets once per process, because the viewer is large. */
const readAssets = once(
  (): Assets => ({
    viewer: createPackageAsset('swagger-ui-dist/swagger-ui-bundle.js', 'docs-viewer', 'js'),
    viewerStyles: createPackageAsset('swagger-ui-dist/swagger-ui.css', 'docs-viewer', 'css'),
    script: createAsset(new URL('./docs.js', import.meta.url), 'docs', 'js'),
    styles: createAsset(new URL('./docs.css', import.meta.url), 'docs', 'css'),
  }),
);

const getFileName = (namespace: string) => `${namespace === '' ? 'site-index' : namespace.replaceAll('/', '-')}.json`;
const getNamespaceTitle = (namespace: string) => (namespace === '' ? 'Site index' : namespace);

function renderPage(site: Site, assets: Assets, namespaces: readonly string[], current: string): string {
  const toPath = (suffix: string) => toSitePath(site, suffix);
  const items = namespaces.map(
    (namespace) =>
      html`<li><a href="${toPath(`${DOCS_PATH}?namespace=${encodeURIComponent(namespace)}`)}"${namespace === current && html` aria-current="page"`}>${getNamespaceTitle(namespace)}</a></li>`,
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${getNamespaceTitle(current)} – REST interface – ${site.settings.get(siteName)}</title>
${renderIconLink(site)}
<link rel="stylesheet" href="${toPath(assets.viewerStyles.path)}">
<link rel="stylesheet" href="${toPath(assets.styles.path)}">
<script src="${toPath(assets.viewer.path)}" defer></script>
<script type="module" src="${toPath(assets.script.path)}"></script>
</head>
<body>
<header class="docs-header">
<p><a href="${toPath('/')}">${site.settings.get(siteName)}</a></p>
<h1>REST interface</h1>
<nav aria-label="Namespaces"><ul>${items}</ul></nav>
<p>The OpenAPI document of this namespace: <a href="${toPath(`${DOCS_PATH}/${getFileName(current)}`)}">${getFileName(current)}</a>. <a href="${toPath(`${DOCS_PATH}/rest-to-graphql`)}">What to send to <code>/graphql</code> instead</a>. <a href="${toPath(`${DOCS_PATH}/pages`)}">Guides and reference</a></p>
</header>
<main data-document="${toPath(`${DOCS_PATH}/${getFileName(current)}`)}"></main>
</body>
</html>
`.toString();
}

/** The OpenAPI documents of a site by namespace. The routes of the site itself have an empty namespace. */
export interface Documents {
  namespaces: readonly string[];
  /** Returns the document of a namespace with a title. */
  of(namespace: string, title: string): unknown;
}

/** Serves `/docs`: the OpenAPI documents of this site, in a viewer without external resources and as files. */
export function mountDocs(app: FastifyInstance, site: Site, { namespaces, of }: Documents): void {
  const assets = readAssets();
  const texts = new Map<string, string>();
  const getDocument = (namespace: string) => {
    let text = texts.get(namespace);
    if (text === undefined) {
      text = JSON.stringify(of(namespace, getNamespaceTitle(namespace)));
      texts.set(namespace, text);
    }
    return text;
  };

  mountAssets(app, Object.values(assets));
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const { namespace = DEFAULT_NAMESPACE } = request.query as { namespace?: string };
    const current = namespaces.find((name) => name === namespace) ?? DEFAULT_NAMESPACE;
    return reply
      .headers({ 'Content-Security-Policy': POLICY, 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(renderPage(site, assets, namespaces, current));
  };
  app.get(DOCS_PATH, sendPage);
  app.get(`${DOCS_PATH}/`, async (_request, reply) => reply.redirect(toSitePath(site, DOCS_PATH), 301));
  app.get(`${DOCS_PATH}/:file`, async (request, reply) => {
    const { file } = request.params as { file: string };
    const namespace = namespaces.find((name) => getFileName(name) === file);
    if (namespace === undefined) throw notFound('document_not_found', 'There is no such document.');
    return reply
      .headers({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*' })
      .type('application/json; charset=utf-8')
      .send(getDocument(namespace));
  });
}

import type { FastifyInstance } from 'fastify';
import { notFound } from '../../core/failures/failure.ts';
import { type Html, html } from '../../core/text/html.ts';
import { toSitePath } from '../../domains/identity/auth/redirect.ts';
import type { Site } from '../../site.ts';
import { createFieldReader, getPageViewer } from '../pages/forms.ts';
import { sendPage } from '../pages/layout.ts';

/** An operation of the REST interface. */
export interface RestOperation {
  namespace: string;
  methods: readonly string[];
  path: string;
}

/** The replacement of a REST operation at `/graphql`, or the reason why none exists. */
export interface Replacement {
  /** Condition on the REST request in Markdown. Null for its example request. */
  when: string | null;
  /** Null if there is no replacement. */
  document: string | null;
  variables: Readonly<Record<string, unknown>>;
  /** Notes. If there is no replacement, the reason. */
  remarks: readonly string[];
}

/** The mapping from the REST interface to the public GraphQL schema for this page. */
export interface RestToGraphql {
  getOperations(): readonly RestOperation[];
  /**
   * Finds the operation of a method and a path. The path may be the path of a route, or the path or URL of a request. Returns null if none exists.
   */
  find(method: string, path: string): RestOperation | null;
  getReplacements(operation: RestOperation): readonly Replacement[];
  /** Returns the path of the GraphQL argument for each parameter. */
  getArguments(operation: RestOperation): ReadonlyMap<string, string>;
}

const PATH = '/docs/rest-to-graphql';

const formatTitle = ({ methods, path }: RestOperation) => `${methods.join(', ')} ${path}`;

/** Formats text between backticks as code. */
const formatCode = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;

const hasVariables = ({ variables }: Replacement) => Object.keys(variables).length > 0;

function createGraphiqlPath(site: Site, { document, variables }: Replacement): string {
  const query = new URLSearchParams({ query: document ?? '', variables: JSON.stringify(variables, null, 2) });
  return `${toSitePath(site, '/graphql')}?${query}`;
}

function renderReplacement(site: Site, replacement: Replacement): Html {
  const title = replacement.when === null ? html`To send to <code>/graphql</code>` : html`With ${formatCode(replacement.when)}`;
  const remarks = replacement.remarks.map((remark) => html`<p>${formatCode(remark)}</p>`);
  if (replacement.document === null)
    return html`<h2>${title}</h2>
<p>There is no replacement.</p>
${remarks}`;
  return html`<h2>${title}</h2>
<pre><code>${replacement.document}</code></pre>
${
  hasVariables(replacement) &&
  html`<h3>Variables</h3>
<pre><code>${JSON.stringify(replacement.variables, null, 2)}</code></pre>`
}
<p><a href="${createGraphiqlPath(site, replacement)}">Open in GraphiQL${replacement.when !== null && html` (with ${formatCode(replacement.when)})`}</a></p>
${remarks}`;
}

function renderOperation(site: Site, mapping: RestToGraphql, operation: RestOperation): Html {
  const parameters = [...mapping.getArguments(operation)];
  const parameterTable = html`<h2>Parameters</h2>
<table>
<thead><tr><th scope="col">REST</th><th scope="col">Argument</th></tr></thead>
<tbody>${parameters.map(([name, argument]) => html`<tr><th scope="row"><code>${name}</code></th><td><code>${argument}</code></td></tr>`)}</tbody>
</table>`;
  return html`<p><a href="${toSitePath(site, PATH)}">All operations</a></p>
<h1><code>${formatTitle(operation)}</code></h1>
${mapping.getReplacements(operation).map((replacement) => renderReplacement(site, replacement))}
${parameters.length > 0 && parameterTable}`;
}

function renderList(site: Site, mapping: RestToGraphql, search: string): Html {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = mapping.getOperations().filter((operation) => words.every((word) => formatTitle(operation).toLowerCase().includes(word)));
  const namespaces = Map.groupBy(matches, ({ namespace }) => namespace);
  const renderLink = (operation: RestOperation) => {
    const query = new URLSearchParams({ method: operation.methods[0] ?? '', path: operation.path });
    return html`<li><a href="${toSitePath(site, PATH)}?${query.toString()}">${formatTitle(operation)}</a></li>`;
  };
  const groups = [...namespaces].map(
    ([namespace, operations]) => html`<h2>${namespace === '' ? 'The site itself' : namespace}</h2>
<ul>${operations.map(renderLink)}</ul>`,
  );
  return html`<h1>From REST to GraphQL</h1>
<p>What to send to <code>/graphql</code> in place of each operation of the <a href="${toSitePath(site, '/docs')}">REST interface</a>, with variables, ready to be opened in GraphiQL.</p>
<form class="search" role="search" method="get" action="${toSitePath(site, PATH)}">
<div class="field"><label for="operation-search">Method, namespace or path</label><input type="search" id="operation-search" name="q" value="${search}"></div>
<button>Search</button>
</form>
<p role="status">${matches.length === 1 ? '1 operation' : `${matches.length} operations`}</p>
${groups}`;
}

/** Serves `/docs/rest-to-graphql`: the replacement of a REST operation, or a searchable list of all operations. */
export function mountRestToGraphql(app: FastifyInstance, site: Site, mapping: RestToGraphql): void {
  app.get(PATH, async (request, reply) => {
    const field = createFieldReader(request.query);
    const [method, path] = [field('method').toUpperCase(), field('path')];
    const viewer = await getPageViewer(site, request);
    const send = (title: string, body: Html) =>
      sendPage(reply, site, { title, body: html`<div lang="en" dir="ltr">${body}</div>`, viewer });
    if (path === '' || method === '') return send('From REST to GraphQL', renderList(site, mapping, field('q') || path || method));
    const operation = mapping.find(method, path);
    if (!operation)
      throw notFound('operation_not_found', `The REST interface has no operation ${method} ${path}. All operations are listed at ${PATH}.`);
    return send(formatTitle(operation), renderOperation(site, mapping, operation));
  });
}

import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { once } from '../../core/async/once.ts';
import { notFound } from '../../core/failures/failure.ts';
import { type Html, html, trustHtml } from '../../core/text/html.ts';
import { toSitePath } from '../../domains/identity/auth/redirect.ts';
import type { Site } from '../../site.ts';
import { createFieldReader, getPageViewer } from '../pages/forms.ts';
import { sendPage } from '../pages/layout.ts';
import { createRenderer, splitSections } from './markdown.ts';

const ROOT = new URL('../../../', import.meta.url);
const PATH = '/docs/pages';
/** Maximum number of search results. */
const MAX_RESULTS = 50;

const TYPES: Readonly<Record<string, string>> = { png: 'image/png', svg: 'image/svg+xml' };
const PLAIN_TEXT = 'text/plain; charset=utf-8';

/** Groups of documents by folder, in the order of the table of contents. */
const AREAS: readonly { folder: string; title: string }[] = [
  { folder: '', title: 'Start here' },
  { folder: 'docs/guide', title: 'Guides' },
  { folder: 'docs/operating', title: 'Operating a site' },
  { folder: 'docs/reference', title: 'Reference' },
  { folder: 'docs/graphql', title: 'GraphQL reference' },
  { folder: 'docs/rest', title: 'REST reference' },
  { folder: 'docs/behaviour', title: 'Behavior reference' },
  { folder: 'docs', title: 'Design' },
  { folder: 'docs/internals', title: 'Internals' },
  { folder: 'docs/decisions', title: 'Decisions' },
];

const findArea = (file: string) =>
  AREAS.find(({ folder }) => folder === (path.posix.dirname(file) === '.' ? '' : path.posix.dirname(file)));

interface SearchResult {
  file: string;
  title: string;
  heading: string;
  anchor: string;
  /** Relevance. Headings count more than text. */
  score: number;
}

interface SearchedSection {
  result: Omit<SearchResult, 'score'>;
  /** Titles of document and section. */
  head: string;
  /** Titles and text. */
  text: string;
}

/** The documents in this checkout of the repository, read on the first request. */
class Library {
  /** Paths of the files below the checkout. */
  readonly files: ReadonlySet<string>;
  readonly #texts = new Map<string, string>();
  /** Sections in lower case for searches, created by the first search. */
  #sections: readonly SearchedSection[] | undefined;

  constructor() {
    const paths = [
      ...globSync('*.md', { cwd: ROOT }),
      ...globSync('docs/**/*.*', { cwd: ROOT }),
      ...globSync('graphql/schema.graphql', { cwd: ROOT }),
    ];
    this.files = new Set(paths.map((file) => file.replaceAll('\\', '/')).filter((file) => !file.startsWith('docs/openapi/')));
  }

  read(file: string): string {
    let text = this.#texts.get(file);
    if (text === undefined) this.#texts.set(file, (text = readFileSync(new URL(file, ROOT), 'utf8')));
    return text;
  }

  getDocuments(): string[] {
    return [...this.files].filter((file) => file.endsWith('.md')).sort();
  }

  getTitle(file: string): string {
    return /^# (.*)$/m.exec(this.read(file))?.[1] ?? file;
  }

  /** Returns the file that a link refers to, or the README of a folder. Returns undefined if that file is not served. */
  findTarget(from: string, link: string): string | undefined {
    const file = path.posix.join(path.posix.dirname(from), decodeURIComponent(link.split('#')[0] ?? ''));
    return [file, path.posix.join(file, 'README.md')].find((candidate) => this.files.has(candidate));
  }

  search(query: string): SearchResult[] {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    this.#sections ??= this.getDocuments().flatMap((file) => this.#createSections(file));
    return this.#sections
      .filter(({ text }) => words.every((word) => text.includes(word)))
      .map(({ result, head }) => ({
        ...result,
        score: words.filter((word) => head.includes(word)).length + (result.file.startsWith('docs/guide/') ? 2 : 0),
      }))
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_RESULTS);
  }

  #createSections(file: string): SearchedSection[] {
    const title = this.getTitle(file);
    return splitSections(this.read(file)).map(({ heading, anchor, text }) => ({
      result: { file, title, heading: heading.replaceAll('`', ''), anchor },
      head: `${title} ${heading}`.toLowerCase(),
      text: `${title} ${heading} ${text}`.toLowerCase(),
    }));
  }
}

const renderSearchForm = (
  site: Site,
  query: string,
) => html`<form class="search" role="search" method="get" action="${toSitePath(site, PATH)}">
<div class="field"><label for="docs-search">Search the documentation</label><input type="search" id="docs-search" name="q" value="${query}"></div>
<button>Search</button>
</form>`;

function renderResults(site: Site, results: readonly SearchResult[]): Html {
  const renderItem = ({ file, title, heading, anchor }: SearchResult) =>
    html`<li><a href="${toSitePath(site, `${PATH}/${file}`)}#${anchor}">${heading}</a>${heading !== title && html` – ${title}`} <small>${file}</small></li>`;
  return html`<p role="status">${results.length === MAX_RESULTS ? `The first ${MAX_RESULTS} sections` : results.length === 1 ? '1 section' : `${results.length} sections`}</p>
<ul>${results.map(renderItem)}</ul>`;
}

function renderContents(site: Site, library: Library): Html {
  const groups = Map.groupBy(library.getDocuments(), (file) => findArea(file)?.title ?? '');
  return html`${AREAS.filter(({ title }) => groups.has(title)).map(
    ({ title }) => html`<h2>${title}</h2>
<ul>${(groups.get(title) ?? []).map((file) => html`<li><a href="${toSitePath(site, `${PATH}/${file}`)}">${library.getTitle(file)}</a></li>`)}</ul>`,
  )}`;
}

/** Serves the documents in this checkout of the repository at `/docs/pages`, with a search. */
export function mountDocuments(app: FastifyInstance, site: Site): void {
  if (!existsSync(new URL('docs/', ROOT))) return;
  const library = once(() => new Library());
  let renderer: ReturnType<typeof createRenderer> | undefined;

  app.get(PATH, async (request, reply) => {
    const query = createFieldReader(request.query)('q').slice(0, 100);
    const body = html`<div lang="en" dir="ltr"><h1>Documentation</h1>
<p>Requests can be tried in the <a href="${toSitePath(site, '/docs')}">REST console</a> and in <a href="${toSitePath(site, '/graphql')}">GraphiQL</a>.</p>
${renderSearchForm(site, query)}
${query === '' ? renderContents(site, library()) : renderResults(site, library().search(query))}</div>`;
    return sendPage(reply, site, { title: 'Documentation', body, viewer: await getPageViewer(site, request) });
  });

  app.get(`${PATH}/*`, async (request, reply) => {
    const { '*': file } = request.params as { '*': string };
    if (!library().files.has(file)) throw notFound('document_not_found', `There is no such document. All documents are listed at ${PATH}.`);
    const extension = path.posix.extname(file).slice(1);
    if (extension !== 'md') return reply.type(TYPES[extension] ?? PLAIN_TEXT).send(readFileSync(new URL(file, ROOT)));
    const render = await (renderer ??= createRenderer((from, link) => library().findTarget(from, link) !== undefined));
    const markup = trustHtml(render(file, library().read(file)));
    const body = html`<div lang="en" dir="ltr" class="documentation"><p><a href="${toSitePath(site, PATH)}">Documentation</a></p>
${markup}</div>`;
    return sendPage(reply, site, { title: library().getTitle(file), body, viewer: await getPageViewer(site, request) });
  });
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { z } from 'zod';

/** Documents that a front end registered when it was built: id → text. */
export interface PersistedDocuments {
  /** The text behind an id: the key in the file, `sha256:<hex>` or the bare hash of the text. Null for an unknown one. */
  find(id: string): string | null;
  /** Whether this very text is registered. */
  has(text: string): boolean;
  /** Length of the longest one, in UTF-16 units. */
  longest: number;
}

/** Asked by monitors and by the audits of the GraphQL-over-HTTP specification; they change nothing and tell nothing. */
const builtIn = ['{ __typename }', 'query Type($name: String!) { __type(name: $name) { name } }'];

const relayFile = z.record(z.string(), z.string());
const apolloFile = z.object({
  format: z.literal('apollo-persisted-query-manifest'),
  operations: z.array(z.object({ id: z.string(), body: z.string() })),
});

function read(file: string): [id: string, text: string][] {
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const apollo = apolloFile.safeParse(content);
  return apollo.success ? apollo.data.operations.map(({ id, body }) => [id, body]) : Object.entries(relayFile.parse(content));
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * The registered documents of a file that relay-compiler (`{ id: text }`) or Apollo's manifest generator writes; without a file only two
 * that monitors ask. Throws when the file is neither.
 */
export function persistedDocuments(file: string | undefined): PersistedDocuments {
  const texts = new Map<string, string>();
  const known = new Set<string>();
  for (const [id, text] of [...builtIn.map((text) => [sha256(text), text] as const), ...(file === undefined ? [] : read(file))]) {
    texts.set(id, text).set(sha256(text), text);
    known.add(text);
  }
  return {
    find: (id) => texts.get(id.replace(/^sha256:/, '')) ?? null,
    has: (text) => known.has(text),
    longest: Math.max(...[...known].map(({ length }) => length)),
  };
}

interface DocumentParams {
  query?: string;
  documentId?: unknown;
  extensions?: { persistedQuery?: { sha256Hash?: unknown } } | null;
}

function refusal(message: string, code: string, status: number, headers: Record<string, string> = {}): GraphQLError {
  return new GraphQLError(message, { extensions: { code, status, http: { status, headers } } });
}

/** Bytes of a document that nobody registered. Nothing is read of a longer one: reading it costs the same whoever sends it. */
const MOST_BYTES = 100_000;

function isTooLong(query: unknown, documents: PersistedDocuments): boolean {
  if (typeof query !== 'string') return false;
  if (query.length * 3 <= MOST_BYTES || (query.length <= documents.longest && documents.has(query))) return false;
  return query.length > MOST_BYTES || Buffer.byteLength(query) > MOST_BYTES;
}

/** The id a request names its document by, or null: `documentId`, or Apollo's `extensions.persistedQuery`. */
function idOf({ documentId, extensions }: DocumentParams, request: Request): string | null {
  const inAddress = request.method === 'GET' ? new URL(request.url).searchParams.get('documentId') : null;
  const id = documentId ?? inAddress ?? extensions?.persistedQuery?.sha256Hash;
  return typeof id === 'string' ? id : null;
}

/**
 * Runs registered documents by their ids, refuses long documents that are not registered, and every one of these on GET: addresses are kept in histories and logs and are opened by
 * links on foreign pages.
 */
export function usePersistedDocuments(documents: PersistedDocuments): Plugin {
  return {
    onParams({ request, params, setParams }) {
      const { query } = params as DocumentParams;
      if (isTooLong(query, documents))
        throw refusal(`A document that is not registered has at most ${MOST_BYTES} bytes.`, 'graphql_limit_exceeded', 400);
      const id = idOf(params as DocumentParams, request);
      if (id !== null && !query) {
        const text = documents.find(id);
        if (text === null) throw refusal('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND', 404);
        setParams({ ...params, query: text });
        return;
      }
      if (id !== null && query && /^(sha256:)?[\da-f]{64}$/.test(id) && id.replace(/^sha256:/, '') !== sha256(query)) {
        throw refusal('The id is not the hash of the document.', 'PERSISTED_QUERY_MISMATCH', 400);
      }
      if (request.method === 'GET' && query && !documents.has(query)) {
        throw refusal('GET runs registered documents only; send this one by POST.', 'PERSISTED_DOCUMENT_REQUIRED', 405, { Allow: 'POST' });
      }
    },
  };
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
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

/** What a request says of its document. */
export interface DocumentParams {
  query?: string | undefined;
  documentId?: unknown;
  extensions?: { persistedQuery?: { sha256Hash?: unknown } } | null;
}

function refusal(message: string, code: string, status: number, headers: Record<string, string> = {}): GraphQLError {
  return new GraphQLError(message, { extensions: { code, status, http: { status, headers } } });
}

/** Bytes of a document that nobody registered. Nothing is read of a longer one: reading it costs the same for every caller. */
export const MAX_BYTES_OF_DOCUMENT = 100_000;

/** The refusal of a longer one. */
export const tooLongDocument = (): GraphQLError =>
  refusal(`A document that is not registered has at most ${MAX_BYTES_OF_DOCUMENT} bytes.`, 'graphql_limit_exceeded', 400);

function isTooLong(query: unknown, documents: PersistedDocuments): boolean {
  if (typeof query !== 'string') return false;
  if (query.length * 3 <= MAX_BYTES_OF_DOCUMENT || (query.length <= documents.longest && documents.has(query))) return false;
  return query.length > MAX_BYTES_OF_DOCUMENT || Buffer.byteLength(query) > MAX_BYTES_OF_DOCUMENT;
}

/** The id a request names its document by, or null: `documentId`, or Apollo's `extensions.persistedQuery`. */
function idOf({ documentId, extensions }: DocumentParams): string | null {
  const id = documentId ?? extensions?.persistedQuery?.sha256Hash;
  return typeof id === 'string' ? id : null;
}

/** Text that clients have sent together with its hash, in characters; what was not asked for longest goes first. */
const CAPACITY = 8_000_000;

/** What a client that hashes its documents by itself (Apollo's automatic persisted queries) says with a text, or null. */
function hashOf(params: DocumentParams | undefined): string | null {
  const hash = params?.extensions?.persistedQuery?.sha256Hash;
  return typeof hash === 'string' && typeof params?.query === 'string' ? hash : null;
}

/** Finds the documents that requests name by an id, whatever they came over. */
export interface SentDocuments {
  /**
   * The text of what is asked, where it is not sent itself: registered, or sent before together with its hash. Throws for an unknown id, for a
   * text that is not the id's, and for a long text that is not registered.
   */
  textOf(params: DocumentParams, id?: string | null): string | undefined;
  /** Remembers a text that came with its hash and can be run. */
  remember(params: DocumentParams | undefined): void;
}

/** The documents that are registered, and those that clients have sent before together with their hash, as long as there is room. */
export function sentDocuments(documents: PersistedDocuments): SentDocuments {
  const sent = new LRUCache<string, string>({ maxSize: CAPACITY, sizeCalculation: (text, hash) => text.length + hash.length });
  return {
    textOf(params, id = idOf(params)) {
      const { query } = params;
      if (isTooLong(query, documents)) throw tooLongDocument();
      if (id === null) return query;
      if (!query) {
        const text = documents.find(id) ?? sent.get(id);
        if (text === undefined) throw refusal('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND', 404);
        return text;
      }
      if (/^(sha256:)?[\da-f]{64}$/.test(id) && id.replace(/^sha256:/, '') !== sha256(query)) {
        throw refusal('The id is not the hash of the document.', 'PERSISTED_QUERY_MISMATCH', 400);
      }
      return query;
    },
    remember(params) {
      const hash = hashOf(params);
      if (hash !== null && /^[\da-f]{64}$/.test(hash) && params?.query) sent.set(hash, params.query);
    },
  };
}

/** Runs documents by their ids over HTTP. */
export function usePersistedDocuments(documents: SentDocuments): Plugin {
  return {
    onParams({ request, params, setParams }) {
      const inAddress = request.method === 'GET' ? new URL(request.url).searchParams.get('documentId') : null;
      const query = documents.textOf(params as DocumentParams, idOf(params as DocumentParams) ?? inAddress);
      if (query !== undefined && query !== params.query) setParams({ ...params, query });
    },
    // only what can be run is remembered
    onExecute({ args: { contextValue } }) {
      documents.remember((contextValue as { params?: DocumentParams }).params);
    },
  };
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

/** Documents that a front end registered when it was built. */
export interface PersistedDocuments {
  /**
   * Returns the text of a document by its ID: the key in the file, or the SHA-256 of the text, optionally after `sha256:`. Null for an unknown ID.
   */
  find(id: string): string | null;
  /** True if this exact text is registered. */
  has(text: string): boolean;
  /** Length of the longest document, in UTF-16 units. */
  maxLength: number;
}

/** Documents of monitors and of the GraphQL-over-HTTP audits. They change no data and reveal none. */
const BUILT_IN = ['{ __typename }', 'query Type($name: String!) { __type(name: $name) { name } }'];

const relayFileSchema = z.record(z.string(), z.string());
const apolloFileSchema = z.object({
  format: z.literal('apollo-persisted-query-manifest'),
  operations: z.array(z.object({ id: z.string(), body: z.string() })),
});

function readFile(file: string): [id: string, text: string][] {
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const apollo = apolloFileSchema.safeParse(content);
  return apollo.success ? apollo.data.operations.map(({ id, body }) => [id, body]) : Object.entries(relayFileSchema.parse(content));
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Reads the registered documents from a file of relay-compiler (`{ id: text }`) or of Apollo's manifest generator. Without a file, only the two
 * built-in documents are registered. Throws for other formats.
 */
export function readPersistedDocuments(file: string | undefined): PersistedDocuments {
  const texts = new Map<string, string>();
  const registeredTexts = new Set<string>();
  for (const [id, text] of [...BUILT_IN.map((text) => [sha256(text), text] as const), ...(file === undefined ? [] : readFile(file))]) {
    texts.set(id, text).set(sha256(text), text);
    registeredTexts.add(text);
  }
  return {
    find: (id) => texts.get(id.replace(/^sha256:/, '')) ?? null,
    has: (text) => registeredTexts.has(text),
    maxLength: Math.max(...[...registeredTexts].map(({ length }) => length)),
  };
}

/** The parameters of a request that identify its document. */
export interface DocumentParams {
  query?: string | undefined;
  documentId?: unknown;
  extensions?: { persistedQuery?: { sha256Hash?: unknown } } | null;
}

function createRefusal(message: string, code: string, status: number, headers: Record<string, string> = {}): GraphQLError {
  return new GraphQLError(message, { extensions: { code, status, http: { status, headers } } });
}

/** Maximum size of unregistered documents in bytes. Longer ones are not parsed, because parsing is expensive for any caller. */
export const MAX_BYTES_OF_DOCUMENT = 100_000;

/** Creates the refusal of a document that exceeds the maximum size. */
export const createTooLongDocument = (): GraphQLError =>
  createRefusal(`A document that is not registered may have at most ${MAX_BYTES_OF_DOCUMENT} bytes.`, 'graphql_limit_exceeded', 400);

function isTooLong(query: unknown, documents: PersistedDocuments): boolean {
  if (typeof query !== 'string') return false;
  if (query.length * 3 <= MAX_BYTES_OF_DOCUMENT || (query.length <= documents.maxLength && documents.has(query))) return false;
  return query.length > MAX_BYTES_OF_DOCUMENT || Buffer.byteLength(query) > MAX_BYTES_OF_DOCUMENT;
}

/** Returns the document ID of a request, from `documentId` or Apollo's `extensions.persistedQuery`, or null. */
function getDocumentId({ documentId, extensions }: DocumentParams): string | null {
  const id = documentId ?? extensions?.persistedQuery?.sha256Hash;
  return typeof id === 'string' ? id : null;
}

/** Size of the cache of document texts that were sent with their hash, in characters. */
const MAX_CACHED_CHARACTERS = 8_000_000;

/** Returns the hash that a client sends together with the text of a document (Apollo's automatic persisted queries), or null. */
function getSentHash(params: DocumentParams | undefined): string | null {
  const hash = params?.extensions?.persistedQuery?.sha256Hash;
  return typeof hash === 'string' && typeof params?.query === 'string' ? hash : null;
}

/** Finds documents by ID, for all transports. */
export interface DocumentLookup {
  /**
   * Returns the text of a request's document: the sent text, or the text that belongs to its ID. An ID is registered or the hash of a text that was
   * sent before. Returns undefined without text and ID. Throws for an unknown ID, for a text that does not match the ID, and for a long unregistered
   * text.
   */
  getText(params: DocumentParams, id?: string | null): string | undefined;
  /** Caches a text that was sent with its hash and is valid. */
  cacheText(params: DocumentParams | undefined): void;
}

/** Creates the lookup of registered documents, and of cached documents that clients sent with their hash. */
export function createDocumentLookup(documents: PersistedDocuments): DocumentLookup {
  const sentTexts = new LRUCache<string, string>({
    maxSize: MAX_CACHED_CHARACTERS,
    sizeCalculation: (text, hash) => text.length + hash.length,
  });
  return {
    getText(params, id = getDocumentId(params)) {
      const { query } = params;
      if (isTooLong(query, documents)) throw createTooLongDocument();
      if (id === null) return query;
      if (!query) {
        const text = documents.find(id) ?? sentTexts.get(id);
        if (text === undefined) throw createRefusal('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND', 404);
        return text;
      }
      if (/^(sha256:)?[\da-f]{64}$/.test(id) && id.replace(/^sha256:/, '') !== sha256(query)) {
        throw createRefusal('The id is not the hash of the document.', 'PERSISTED_QUERY_MISMATCH', 400);
      }
      return query;
    },
    cacheText(params) {
      const hash = getSentHash(params);
      if (hash !== null && /^[\da-f]{64}$/.test(hash) && params?.query) sentTexts.set(hash, params.query);
    },
  };
}

/** Plugin that runs documents by ID over HTTP. */
export function usePersistedDocuments(documents: DocumentLookup): Plugin {
  return {
    onParams({ request, params, setParams }) {
      const idInUrl = request.method === 'GET' ? new URL(request.url).searchParams.get('documentId') : null;
      const query = documents.getText(params as DocumentParams, getDocumentId(params as DocumentParams) ?? idInUrl);
      if (query !== undefined && query !== params.query) setParams({ ...params, query });
    },
    // only valid documents are cached
    onExecute({ args: { contextValue } }) {
      documents.cacheText((contextValue as { params?: DocumentParams }).params);
    },
  };
}

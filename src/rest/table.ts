import type { Field } from './arguments/declaration.ts';
import type { PublishedDocument } from './openapi-profile.ts';
import type { Requirement } from './requirements.ts';
import type { XmlForm } from './xml.ts';

/** The words rows are written with. Rows are data: no permission, no condition, no handler. */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Reads one thing or a list. */
export const READ = ['GET'] as const;
/** Makes a new thing in a collection. */
export const CREATE = ['POST'] as const;
/** Partial update; the three methods are the same operation (core-rest.md 1.1). */
export const EDIT = ['POST', 'PUT', 'PATCH'] as const;
/** Partial update where POST is not offered. */
export const REPLACE = ['PUT', 'PATCH'] as const;
/** Removes or trashes. */
export const DELETE = ['DELETE'] as const;

export type Fields = Readonly<Record<string, Field>>;

/** What the engine itself answers, without an operation. */
export interface EngineRun {
  engine: 'index' | 'namespace' | 'batch' | 'options' | 'document';
  /** What the namespace publishes about itself. */
  document?: PublishedDocument;
}

/** A link template: `{id}` places take values of the answered object, hidden ones included. */
export interface LinkRow {
  href: string;
  /** An address of its own, not a path below the REST root. */
  external?: boolean;
  /** Fetched on `_embed`. */
  embeddable?: boolean;
  /** The value (dotted path) that must be there and neither 0, '' nor false. */
  when?: string;
  /** Further members of the link: a value path, or a fixed text. */
  attributes?: Readonly<Record<string, string | { text: string }>>;
  /** Methods the caller may use: always, or when the value at the path is true. */
  hints?: ReadonlyArray<readonly [methods: readonly Method[], when?: string]>;
  /** Only in these contexts. */
  contexts?: readonly string[];
}
export type LinkTable = Readonly<Record<string, LinkRow | readonly LinkRow[]>>;

/** A header whose template takes values of the answered object and of the operation's other root fields; an empty one is not sent. */
export type HeaderTable = Readonly<Record<string, string>>;

/** How the answer of an operation becomes a body. */
export interface Answer {
  kind: 'item' | 'list' | 'page' | 'value';
  /** Key of the items in the envelope of a `page`. */
  key?: string;
  /** Prefix of the totals' headers: `X-WP` gives X-WP-Total and X-WP-TotalPages. Or the two names themselves. */
  headers?: string | readonly [total: string, totalPages: string];
  links?: LinkTable;
  /** The context whose shape is answered when the row takes no `context` argument. */
  context?: string;
  /** A list becomes a map by this member of its objects; links and `_fields` are those of the objects. */
  keyedBy?: string;
  /** Path from the root field to the answered object. */
  at?: readonly string[];
  /**
   * A `page` tells its own address, and that of its neighbours unless these are not wanted. The query of the address is made of the page's
   * `effective` values where the operation selects them, and of the other parameters that were sent; `raw` writes values unescaped.
   */
  addresses?: { neighbours: boolean; raw?: boolean };
  /** A page after the last one is refused so, 404; `bare` leaves out the member `data`. */
  beyondEnd?: { code: string; message: string; bare?: boolean };
  /** This body whatever the operation answers. */
  body?: unknown;
  /** Answers and errors become XML with this root element when the parameter says `xml`. */
  xml?: XmlForm;
}

export interface RowOptions {
  /** Success status, 200 unless said otherwise. */
  status?: number;
  /** The status depends on a value of the answered object (a dotted path, hidden ones included): the one named for it, else `otherwise`. */
  statuses?: { by: string; named: Readonly<Record<string, number>>; otherwise: number };
  /** May be sent through `/batch/v1`. */
  batch?: boolean;
  headers?: HeaderTable;
  /** Title of the item's schema in OPTIONS. */
  title?: string;
  /** Parameters that are read though nothing publishes them. */
  also?: Fields;
  /** Everybody may ask; what keeps a reader from an item is a refusal of that item and no lack of permission. `Allow` names the row's methods always. */
  everybodyMayAsk?: boolean;
  /** What must be true for the row to act; asked after the permission. */
  requires?: Requirement;
  /** What a request sends, by parameter, where its schema does not tell; shown in the OpenAPI documents and run by the tests. */
  example?: Readonly<Record<string, unknown>>;
  /** Refusals of its operation besides those of parameters and permissions, by code: what the OpenAPI documents say of it. */
  refuses?: Readonly<Record<string, number>>;
  /** Failures with these codes are answered with this status and the body `{ error: message }`. */
  bareErrors?: Readonly<Record<string, number>>;
  /** Shown nowhere: neither in the index nor in a namespace root. */
  unlisted?: boolean;
}

export type Row = readonly [
  methods: readonly Method[],
  path: string,
  parameters: Fields,
  runs: string | EngineRun,
  answers: Answer,
  options?: RowOptions,
];

export interface NamespaceOptions {
  /** Patterns of path segments by name, as printed in route patterns. Without one: `[\\d]+` for `{id}`, `[^/]+` for the rest. */
  segments?: Readonly<Record<string, string>>;
}

export interface NamespaceTable {
  name: string;
  rows: readonly Row[];
  options: NamespaceOptions;
}

/** A namespace: its published name and its rows, in published order. */
export function namespace(name: string, rows: readonly Row[], options: NamespaceOptions = {}): NamespaceTable {
  return { name, rows, options };
}

/** One object. */
export function item(options: Omit<Answer, 'kind'> = {}): Answer {
  return { kind: 'item', ...options };
}

/** A bare list; totals and neighbours travel in headers (core-rest.md 4.8). */
export function list(options: Omit<Answer, 'kind'> = {}): Answer {
  return { kind: 'list', headers: 'X-WP', ...options };
}

/** A list in an envelope: `{ <key>: [...], rest_url, total, total_pages, … }`. */
export function page(key: string, options: Omit<Answer, 'kind' | 'key'> = {}): Answer {
  return { kind: 'page', key, ...options };
}

/** The value of the root field as it is. */
export function value(options: Omit<Answer, 'kind'> = {}): Answer {
  return { kind: 'value', ...options };
}

/** Answered by the engine itself. */
export function engine(what: EngineRun['engine']): EngineRun {
  return { engine: what };
}

/** The document that the namespace publishes about itself. */
export function documentation(document: PublishedDocument): EngineRun {
  return { engine: 'document', document };
}

export type { PublishedDocument } from './openapi-profile.ts';
export type { OperationSource } from './operations.ts';
export { anyOf, either, everything, flag, integer, list as listOf, number, object, oneOf, text, untyped } from './arguments/words.ts';
export type { Field } from './arguments/declaration.ts';
export { memberMap, negatedFlag, rawText, slugList, termQuery, wordOrKept } from './two-form-words.ts';
export { csv, elements, filled, linked, numeric, oneOfOr, positiveInteger, scalar, truthy, wordOf } from './lenient-words.ts';
export { memberList, members, wholeOrBlank, wordAs } from './member-words.ts';
export { sqlDateTime, time } from './time-words.ts';
export { countOf } from './counts.ts';
export { without } from './field-sets.ts';
export { forced } from './requirements.ts';
export { upload } from './uploads.ts';

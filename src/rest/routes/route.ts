import type { Fields } from '../parameters/declaration.ts';
import type { Packed } from '../parameters/packed/unpack.ts';
import type { Method } from '../parameters/request.ts';
import type { PublishedDocument } from './published-document.ts';
import type { Refusal, Requirement } from './requirement.ts';

/** What a route is, and the words for it. Routes are data: no permission, no condition, no handler. */

/** Reads one thing or a list. */
export const READ = ['GET'] as const;
/** Makes a new thing in a collection. */
export const CREATE = ['POST'] as const;
/** Partial update; the three methods are the same operation (core-rest.md 1.1). */
export const EDIT = ['POST', 'PUT', 'PATCH'] as const;
/** Removes or trashes. */
export const DELETE = ['DELETE'] as const;

/** What the engine itself returns, without an operation. */
export interface EngineRun {
  engine: 'index' | 'namespace' | 'batch' | 'document' | 'parameter' | 'refusal';
  /** What the namespace publishes about itself. */
  document?: PublishedDocument;
  /** The parameter whose value is the response. */
  parameter?: string;
  /** Sent to every caller. */
  refusal?: Refusal;
}

/** A failure as older clients know it: no code, its sentence under this name, beside it these members. */
export interface BareForm {
  status: number;
  as: string;
  /** The sentence is the only one of a list. */
  inList?: boolean;
  extra?: Readonly<Record<string, unknown>>;
  /** Members of the body that are copied from the data of the failure: name in the body → name in the data. */
  dataMembers?: Readonly<Record<string, string>>;
}

/** A link template: `{id}` places take values of the returned object, hidden ones included. */
export interface LinkDefinition {
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
  /** Of a link that says what the caller may do: that, and the members of the item it takes, described as the item does or in their own way. */
  does?: { title: string; takes: readonly string[]; as?: Readonly<Record<string, object>> };
}
/** Links by relation, several where a relation has more than one target. */
export type LinkTable = Readonly<Record<string, LinkDefinition | readonly LinkDefinition[]>>;

/** A header whose template takes values of the returned object and of the operation's other root fields; an empty one is not sent. */
export type HeaderTable = Readonly<Record<string, string>>;

/** How the response of an operation becomes a body. */
export interface Answer {
  kind: 'item' | 'list' | 'page' | 'value';
  /** Key of the items in the envelope of a `page`. */
  key?: string;
  /** Prefix of the totals' headers: `X-WP` gives X-WP-Total and X-WP-TotalPages. Or the two names themselves. */
  headers?: string | readonly [total: string, totalPages: string];
  links?: LinkTable;
  /** The context whose shape is returned when the route takes no `context` argument. */
  context?: string;
  /** A list becomes a map by this member of its objects; links are those of the objects, `_fields` names entries of the map or members of all objects. */
  keyedBy?: string;
  /** Of a map by `keyedBy`: it stays a map when it is empty, where clients were promised one. */
  emptyMap?: boolean;
  /** Of a list, or a map by `keyedBy`: this member of each object stands for the object. */
  pluck?: string;
  /** The response is an object with the value as this member; `empty` stands for null. */
  as?: string;
  empty?: unknown;
  /** Of an object made so: further members, always the same. */
  extra?: Readonly<Record<string, unknown>>;
  /** Path from the root field to the returned object. */
  at?: readonly string[];
  /**
   * A `page` tells its own address, and that of its neighbors unless these are not wanted. The query of the address is made of the page's
   * `effective` values where the operation selects them, and of the other parameters that were sent; `raw` writes values unescaped.
   */
  addresses?: { neighbors: boolean; raw?: boolean };
  /** A page after the last one is refused so, 404; `bare` leaves out the member `data`. */
  beyondEnd?: { code: string; message: string; bare?: boolean };
  /** This body whatever the operation returns. */
  body?: unknown;
  /** The value is a map with whatever members: without any it is sent as an empty list. */
  isMap?: boolean;
  /** Null is sent as the JSON text `null`, not as an empty body. */
  nullBody?: boolean;
  /** The value is a text that is made while it is sent; its media type. */
  stream?: string;
  /** Members that stand before those of the returned object: values of these parameters. */
  echo?: Readonly<Record<string, string>>;
  /** Responses and errors become XML with this root element when the parameter says `xml`. */
  xml?: XmlForm;
}

/** A status that depends on a value of the returned object (a dotted path, hidden ones included): the one named for it, else `otherwise`. */
export interface StatusByValue {
  by: string;
  named: Readonly<Record<string, number>>;
  otherwise: number;
}

/** Ways of older clients to send a request. */
export interface SentForm {
  /** The parameters travel packed in a place of the path; neither query nor body is read then. */
  packed?: Packed;
  /** Parameters may stand in an object of this name instead. */
  wrapper?: string;
  /** A POST whose body has this truthy member is this route's method. */
  simulatedBy?: string;
}

/** What is said of a route beyond its five columns. */
export interface RouteOptions {
  /** Success status, 200 unless said otherwise. */
  status?: number | StatusByValue;
  /** May be sent through `/batch/v1`. */
  batch?: boolean;
  headers?: HeaderTable;
  /** Title of the item's schema in OPTIONS. */
  title?: string;
  /** Parameters that are read though nothing publishes them. */
  undocumentedParams?: Fields;
  /** Everybody may ask; what keeps a reader from an item is a refusal of that item and no lack of permission. `Allow` names the route's methods always. */
  everybodyMayAsk?: boolean;
  /** What must be true for the route to act; asked after the permission. */
  requires?: Requirement;
  /** What a request sends, by parameter, where its schema does not tell; shown in the OpenAPI documents and run by the tests. */
  example?: Readonly<Record<string, unknown>>;
  /** Refusals of its operation in addition to those of parameters and permissions, by code: what the OpenAPI documents say of it. */
  refuses?: Readonly<Record<string, number>>;
  /** Failures published with these codes are sent with this status and the body `{ error: message }`, or in a form of their own. */
  bareErrors?: Readonly<Record<string, number | BareForm>>;
  /** Where its clients put parameters and method, if not into query, body and method of the request. */
  sent?: SentForm;
  /** Another operation, with a response of its own, when the parameter has one of these values. */
  chosenBy?: { parameter: string; forms: Readonly<Record<string, readonly [runs: string, answers: Answer]>> };
  /** A parameter that asks for some members of the returned objects, as `_fields` does; `always` are sent whatever it names. */
  fieldsBy?: { parameter: string; always: readonly string[] };
  /** A session cookie must prove by this header that the page it acts for was given a nonce of the route (its pattern is the action). */
  actionNonce?: Refusal & { header: string };
  /** What is published for failures of its operation; goes before what the namespace says. */
  failures?: PublishedFailures;
  /** Whether responses for visitors may be kept and sent to others; as the namespace says, or yes. */
  cachesResponses?: boolean;
}

/** A route of the map: what is asked how, which operation it runs, and what is made of the response. */
export type Row = readonly [
  methods: readonly Method[],
  path: string,
  parameters: Fields,
  runs: string | EngineRun,
  answers: Answer,
  options?: RouteOptions,
];

/** How responses and errors of a route become XML on demand (core-rest.md 9.1): the root element, and the parameter that says `xml`. */
export interface XmlForm {
  root: string;
  parameter: string;
}

/** How a failure of the domain is published; what is not said stays as the domain says it. */
export interface PublishedFailure {
  /** The published code; `{ number: 'status' }` = the status as a number. */
  code?: string | { number: 'status' };
  status?: number;
  /** Null = none. */
  message?: string | null;
  /** Null = nothing, in place of the status and what the failure tells beside it; `own` = what it tells without the status. */
  data?: null | 'own';
}
/** By the domain's code; just a text = the published code. */
export type PublishedFailures = Readonly<Record<string, string | PublishedFailure>>;

/** What holds for all routes of a namespace. */
export interface NamespaceOptions {
  /** The routes are the site's own: the name is not advertised, has no root, and its routes come first. */
  ofTheSite?: boolean;
  /** What is published for failures of its operations (`failures.ts` of its folder); goes before what the map says for all namespaces. */
  failures?: PublishedFailures;
  /** Headers of every response to a signed-in user, in place of those of all namespaces. */
  signedInHeaders?: Readonly<Record<string, string>>;
  /** Whether responses for visitors may be kept and sent to others; yes unless said otherwise. */
  cachesResponses?: boolean;
  /** Patterns of path segments by name, as printed in route patterns. Without one: `[\\d]+` for `{id}`, `[^/]+` for the rest. */
  segments?: Readonly<Record<string, string>>;
}

/** A namespace with its routes, in published order. */
export interface NamespaceTable {
  name: string;
  rows: readonly Row[];
  options: NamespaceOptions;
}

/** A namespace: its published name and its routes, in published order. */
export function namespace(name: string, rows: readonly Row[], options: NamespaceOptions = {}): NamespaceTable {
  return { name, rows, options };
}

/** One object. */
export function item(options: Omit<Answer, 'kind'> = {}): Answer {
  return { kind: 'item', ...options };
}

/** A bare list; totals and neighbors travel in headers (core-rest.md 4.8). */
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

/** Served by the engine itself. */
export function engine(what: EngineRun['engine']): EngineRun {
  return { engine: what };
}

/** The document that the namespace publishes about itself. */
export function documentation(document: PublishedDocument): EngineRun {
  return { engine: 'document', document };
}

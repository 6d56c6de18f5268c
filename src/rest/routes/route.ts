import type { Fields } from '../parameters/declaration.ts';
import type { PackedOptions } from '../parameters/packed/unpack.ts';
import type { Method } from '../parameters/request.ts';
import type { PublishedDocument } from './published-document.ts';
import type { Refusal, Requirement } from './requirement.ts';

/** Types and builders of routes. Routes are data: no permission, no condition, no handler. */

/** Methods of a route. `EDIT` is a partial update, whose three methods are the same operation (docs/behaviour/core-rest.md 1.1). */
export type RouteMethods = Method | 'EDIT' | readonly Method[];

/** Returns the methods of a route as a list. */
export function methodsOf(methods: RouteMethods): readonly Method[] {
  if (methods === 'EDIT') return ['POST', 'PUT', 'PATCH'];
  return typeof methods === 'string' ? [methods] : methods;
}

/** A response of the engine itself, without an operation. */
export interface EngineRun {
  engine: 'index' | 'namespace' | 'batch' | 'document' | 'parameter' | 'refusal';
  /** Document that the namespace publishes about itself. */
  document?: PublishedDocument;
  /** The parameter whose value is the response. */
  parameter?: string;
  /** Refusal of every caller. */
  refusal?: Refusal;
}

/** Body of a failure for legacy clients, without a code: the message as the member `as`, and further members. */
export interface BareForm {
  status: number;
  as: string;
  /** True if the message is sent as a list with one item. */
  inList?: boolean;
  extra?: Readonly<Record<string, unknown>>;
  /** Members of the body that are copied from the data of the failure: name in the body → name in the data. */
  dataMembers?: Readonly<Record<string, string>>;
}

/** A link. `{id}` is replaced by a value of the returned object, which may be hidden. */
export interface LinkDefinition {
  href: string;
  /** True for a complete address instead of a path below the REST root. */
  external?: boolean;
  /** Fetched on `_embed`. */
  embeddable?: boolean;
  /** Path of a value that must exist and not be 0, '' or false. */
  when?: string;
  /** Further members of the link: the path of a value, or a fixed text. */
  attributes?: Readonly<Record<string, string | { text: string }>>;
  /** Methods that the caller may use: always, or if the value at the path is true. */
  hints?: ReadonlyArray<readonly [methods: readonly Method[], when?: string]>;
  /** Only in these contexts. */
  contexts?: readonly string[];
  /** For a link to an action: its title and the members of the item that it accepts, with the item's description or their own. */
  does?: { title: string; takes: readonly string[]; as?: Readonly<Record<string, object>> };
}
/** Links by relation; a list for a relation with several targets. */
export type LinkTable = Readonly<Record<string, LinkDefinition | readonly LinkDefinition[]>>;

/** Header templates, filled from the returned object and the operation's other root fields. Empty headers are not sent. */
export type HeaderTable = Readonly<Record<string, string>>;

/** Conversion of an operation's result to a body. */
export interface ResponseFormat {
  kind: 'item' | 'list' | 'page' | 'value';
  /** Key of the items in the envelope of a `page`. */
  key?: string;
  /** Headers of the totals: the prefix (`X-WP` for X-WP-Total and X-WP-TotalPages) or both names. */
  headers?: string | readonly [total: string, totalPages: string];
  links?: LinkTable;
  /** Context of the response if the route has no `context` argument. */
  context?: string;
  /** Member that becomes the key of a map of the list's objects. Links are those of the objects; `_fields` selects entries of the map or members of all objects. */
  keyedBy?: string;
  /** For a map by `keyedBy`: true if an empty map is sent as a map instead of a list. */
  emptyMap?: boolean;
  /** For a list or a map by `keyedBy`: member that replaces each object. */
  pluck?: string;
  /** Name of the member that wraps the value in an object; `empty` replaces null. */
  as?: string;
  empty?: unknown;
  /** Further constant members of an object that is wrapped with `as`. */
  extra?: Readonly<Record<string, unknown>>;
  /** Path from the root field to the returned object. */
  at?: readonly string[];
  /**
   * Addresses of a `page`: its own and, with `neighbors`, those of the previous and next page. Their query consists of the page's `effective` values,
   * if the operation selects them, and the other parameters that were sent. `raw` does not escape values.
   */
  addresses?: { neighbors: boolean; raw?: boolean };
  /** Refusal of a page after the last one, with 404. `bare` omits the member `data`. */
  beyondEnd?: { code: string; message: string; bare?: boolean };
  /** Constant body, whatever the operation returns. */
  body?: unknown;
  /** True if the value is a map with arbitrary members. An empty one is sent as a list. */
  isMap?: boolean;
  /** True if null is sent as `null` instead of an empty body. */
  nullBody?: boolean;
  /** Media type of a value that is streamed as text. */
  stream?: string;
  /** Members before those of the returned object that echo parameters: member → parameter. */
  echo?: Readonly<Record<string, string>>;
  /** Parameter that selects members of the returned objects like `_fields`; `always` are sent in any case. */
  fieldsBy?: { parameter: string; always: readonly string[] };
  /** Responses and errors become XML with this root element if the parameter is `xml`. */
  xml?: XmlForm;
}

/** A status that depends on a value of the returned object (a dotted path, also of hidden values): its status in `named`, else `otherwise`. */
export interface StatusByValue {
  by: string;
  named: Readonly<Record<string, number>>;
  otherwise: number;
}

/** Request formats of legacy clients. */
export interface RequestFormat {
  /** Packed parameters in a path segment; query and body are ignored. */
  packed?: PackedOptions;
  /** Name of an object that may contain the parameters. */
  wrapper?: string;
  /** Member of a POST body that selects this route's method if it is truthy. */
  simulatedBy?: string;
}

/** Further options of a route. */
export interface RouteOptions {
  /** Success status, 200 by default. */
  status?: number | StatusByValue;
  /** True if `/batch/v1` accepts the route. */
  batch?: boolean;
  headers?: HeaderTable;
  /** Summary in the OpenAPI document, if the first clause of the root field's description does not fit. */
  summary?: string;
  /** Title of the item's schema in OPTIONS. */
  title?: string;
  /** Parameters that are read but not published. */
  undocumentedParams?: Fields;
  /** True if `Allow` always contains the route's methods, because a refusal concerns the item and not the route. */
  alwaysAllowed?: boolean;
  /** Values that a request must contain, checked after the permission. */
  requires?: Requirement;
  /** Example values by parameter that do not follow from the schema. The OpenAPI documents show them and tests send them. */
  example?: Readonly<Record<string, unknown>>;
  /** Statuses of the operation's refusals by code, in addition to those of parameters and permissions; for the OpenAPI documents. */
  refuses?: Readonly<Record<string, number>>;
  /** Request format, if not query, body and method. */
  requestFormat?: RequestFormat;
  /** Alternative operations with their response formats, by value of a parameter. */
  chosenBy?: { parameter: string; forms: Readonly<Record<string, readonly [runs: string, response: ResponseFormat]>> };
  /** Published failures, which override those of the namespace. */
  failures?: PublishedFailures;
  /** True if responses for visitors may be cached and sent to others; by default the option of the namespace, or true. */
  cachesResponses?: boolean;
}

/** A route of the map: methods, path, parameters, operation, response format and options. */
export type RouteDefinition = readonly [
  methods: RouteMethods,
  path: string,
  parameters: Fields,
  runs: string | EngineRun,
  response: ResponseFormat,
  options?: RouteOptions,
];

/** XML format of responses and errors (docs/behaviour/core-rest.md 9.1): the root element, and the parameter with the value `xml`. */
export interface XmlForm {
  root: string;
  parameter: string;
}

/** Published form of a failure. Absent members keep the values of the domain. */
export interface PublishedFailure {
  /** The published code; `{ number: 'status' }` = the status as a number. */
  code?: string | { number: 'status' };
  status?: number;
  /** Null = no message. */
  message?: string | null;
  /** Null = no data; `own` = the data of the failure without the status. */
  data?: null | 'own';
}
/** Published failures by the domain's code. A text is the published code; a number is the status of a response with the body `{ error: message }`. */
export type PublishedFailures = Readonly<Record<string, string | number | PublishedFailure | BareForm>>;

/** Members of input objects by parameter; of several, the first that the input object has. `a.b` is a member of a member. */
export type InputMembers = Readonly<Record<string, string | readonly string[]>>;

/** Options of a namespace. */
export interface NamespaceOptions {
  /** True for routes of the site itself. The namespace is not advertised and has no root; its routes come first. */
  ofTheSite?: boolean;
  /** Published failures (`failures.ts` of its folder), which override those of all namespaces. */
  failures?: PublishedFailures;
  /** Headers of every response to a signed-in user, instead of those of all namespaces. */
  signedInHeaders?: Readonly<Record<string, string>>;
  /** True if responses for visitors may be cached and sent to others; true by default. */
  cachesResponses?: boolean;
  /** Members of `$input` that the parameters fill; by default the member with the name of the parameter in camelCase. */
  inputMembers?: InputMembers;
  /** Published patterns of path segments by name. Default: `[\\d]+` for `{id}`, `[^/]+` for others. */
  segments?: Readonly<Record<string, string>>;
}

/** A namespace with its routes, in the order of the published interface. */
export interface NamespaceTable {
  name: string;
  routes: readonly RouteDefinition[];
  options: NamespaceOptions;
}

/** Creates a namespace. */
export function namespace(name: string, routes: readonly RouteDefinition[], options: NamespaceOptions = {}): NamespaceTable {
  return { name, routes, options };
}

/** Response with one object. */
export function item(options: Omit<ResponseFormat, 'kind'> = {}): ResponseFormat {
  return { kind: 'item', ...options };
}

/** Response with a list; totals and neighbors are in headers (docs/behaviour/core-rest.md 4.8). */
export function list(options: Omit<ResponseFormat, 'kind'> = {}): ResponseFormat {
  return { kind: 'list', headers: 'X-WP', ...options };
}

/** Response with a list in an envelope: `{ <key>: [...], rest_url, total, total_pages, … }`. */
export function page(key: string, options: Omit<ResponseFormat, 'kind' | 'key'> = {}): ResponseFormat {
  return { kind: 'page', key, ...options };
}

/** Response with the value of the root field. */
export function value(options: Omit<ResponseFormat, 'kind'> = {}): ResponseFormat {
  return { kind: 'value', ...options };
}

/** Route that the engine itself serves; with `document`, the one that the namespace publishes about itself. */
export function engine(what: EngineRun['engine'], document?: PublishedDocument): EngineRun {
  return { engine: what, ...(document && { document }) };
}

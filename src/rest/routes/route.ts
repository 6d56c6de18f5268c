import type { Fields } from '../parameters/declaration.ts';
import type { PackedOptions } from '../parameters/packed/unpack.ts';
import type { Method } from '../parameters/request.ts';
import type { PublishedDocument } from './published-document.ts';
import type { Refusal, Requirement } from './requirement.ts';

/** Types and builders of routes. Routes are data: no permission, no condition, no handler. */

/** Methods of a route. `EDIT` is a partial update: POST, PUT and PATCH run the same operation (docs/behaviour/core-rest.md 1.1). */
export type RouteMethods = Method | 'EDIT' | readonly Method[];

/** Returns the methods of a route as a list. */
export function expandMethods(methods: RouteMethods): readonly Method[] {
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

/** Body of a failure for legacy clients. It has no code. The member that `as` names contains the message. */
export interface BareForm {
  status: number;
  as: string;
  /** True if the message is sent as a list with one item. */
  inList?: boolean;
  /** Further constant members of the body. */
  extra?: Readonly<Record<string, unknown>>;
  /** Maps members of the body to the members of the failure's data that they are copied from. */
  dataMembers?: Readonly<Record<string, string>>;
}

/** A link. `{id}` in `href` is replaced by the value `id` of the returned object, which may be a hidden field. */
export interface LinkDefinition {
  href: string;
  /** True if `href` is a complete URL instead of a path below the REST root. */
  external?: boolean;
  /** True if `_embed` can embed the target. */
  embeddable?: boolean;
  /** Path of a value of the object. The link is omitted if the value is missing, null, 0, '' or false. */
  when?: string;
  /** Further members of the link: the path of a value, or a fixed string. */
  attributes?: Readonly<Record<string, string | { text: string }>>;
  /** Methods that the caller may use: always, or if the value at the path `when` is true. */
  hints?: ReadonlyArray<readonly [methods: readonly Method[], when?: string]>;
  /** Contexts that contain the link. Default: all. */
  contexts?: readonly string[];
  /** Action of the link: its title, and the members of the item that it accepts. `as` replaces the schemas that the item has for them. */
  action?: { title: string; takes: readonly string[]; as?: Readonly<Record<string, object>> };
}
/** Links by relation. A relation with several targets has a list. */
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
  /**
   * Converts a list of objects to a map. The named member of each object becomes its key. The objects have links. `_fields` selects entries of the
   * map or members of all objects.
   */
  keyedBy?: string;
  /** With `keyedBy`: true if an empty map is sent as a map instead of a list. */
  emptyMap?: boolean;
  /** For a list or with `keyedBy`: member that replaces each object. */
  pluck?: string;
  /** Wraps the value in an object, as the member with this name. */
  as?: string;
  /** Value that replaces null. */
  empty?: unknown;
  /** Further constant members of an object that is wrapped with `as`. */
  extra?: Readonly<Record<string, unknown>>;
  /** Path from the root field to the returned object. */
  at?: readonly string[];
  /**
   * Adds URLs to a `page`: its own and, with `neighbors`, the URLs of the previous and next page. Their query contains the page's `effective` values,
   * if the operation selects them, and the other parameters that were sent. With `raw`, values are not escaped.
   */
  pageUrls?: { neighbors: boolean; raw?: boolean };
  /** Refusal of a page after the last one, with 404. `bare` omits the member `data`. */
  pageNotFound?: { code: string; message: string; bare?: boolean };
  /** Constant body, which replaces the result of the operation. */
  body?: unknown;
  /** True if the value is a map with arbitrary members. An empty map is sent as a list. */
  isMap?: boolean;
  /** True if null is sent as `null` instead of an empty body. */
  nullBody?: boolean;
  /** Content type of a value that is streamed as text. */
  stream?: string;
  /** Maps members of the body to the parameters whose values they contain. They precede the members of the returned object. */
  echo?: Readonly<Record<string, string>>;
  /** Parameter that selects members of the returned objects as `_fields` does. The members in `always` are always sent. */
  fieldsBy?: { parameter: string; always: readonly string[] };
  /** Sends responses and errors as XML if the request selects it. */
  xml?: XmlForm;
}

/** A status that depends on a value of the returned object. `by` is the dotted path of the value, which may be hidden. */
export interface StatusByValue {
  by: string;
  /** Statuses by value. */
  statuses: Readonly<Record<string, number>>;
  /** Status for all other values. */
  fallback: number;
}

/** Request formats of legacy clients. */
export interface RequestFormat {
  /** Packed parameters in a path segment. Query and body are ignored. */
  packed?: PackedOptions;
  /** Name of an object that may contain the parameters. */
  wrapper?: string;
  /** Member of a POST body that selects this route's method if it is truthy. */
  methodOverrideMember?: string;
}

/** Further options of a route. */
export interface RouteOptions {
  /** Success status, 200 by default. */
  status?: number | StatusByValue;
  /** True if `/batch/v1` accepts the route. */
  batch?: boolean;
  headers?: HeaderTable;
  /** Summary in the OpenAPI document. Default: the first clause of the root field's description. */
  summary?: string;
  /** Title of the item's schema in OPTIONS. */
  title?: string;
  /** Parameters that are read but not published. */
  undocumentedParams?: Fields;
  /** True if `Allow` always contains the route's methods, because only the item is refused and not the route. */
  alwaysAllowed?: boolean;
  /** Value that a request must contain. It is checked after the permission. */
  requires?: Requirement;
  /** Example values by parameter, if the schema does not imply them. The OpenAPI documents show them, and tests send them. */
  example?: Readonly<Record<string, unknown>>;
  /** Statuses of the operation's refusals by code, for the OpenAPI documents. Refusals of parameters and permissions are added automatically. */
  refuses?: Readonly<Record<string, number>>;
  /** Request format, if parameters and method are not sent as usual. */
  requestFormat?: RequestFormat;
  /** Operations with their response formats that replace those of the route, by value of a parameter. */
  alternatives?: { parameter: string; forms: Readonly<Record<string, readonly [runs: string, response: ResponseFormat]>> };
  /** Published failures. They override the failures of the namespace. */
  failures?: PublishedFailures;
  /** True if responses for visitors may be cached and sent to others. Default: the option of the namespace, or true. */
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

/**
 * XML format of responses and errors (docs/behaviour/core-rest.md 9.1): the root element, and the parameter that selects XML with the value `xml`.
 */
export interface XmlForm {
  root: string;
  parameter: string;
}

/** Published form of a failure. Absent members keep the values of the failure. */
export interface PublishedFailure {
  /** The published code. `{ number: 'status' }` sends the status as a number. */
  code?: string | { number: 'status' };
  status?: number;
  /** The published message. Null sends no message. */
  message?: string | null;
  /** Null sends no data. `own` sends the data of the failure without the status. */
  data?: null | 'own';
}
/**
 * Published failures by the domain's code. A string is the published code. A number is the status of a response with the body `{ error: message }`.
 */
export type PublishedFailures = Readonly<Record<string, string | number | PublishedFailure | BareForm>>;

/** Maps parameters to members of input objects. Of a list of members, the first that the input object has applies. `a.b` is a nested member. */
export type InputMembers = Readonly<Record<string, string | readonly string[]>>;

/** Options of a namespace. */
export interface NamespaceOptions {
  /** True for routes of the site itself. The namespace is not advertised and has no root route. Its routes are listed first. */
  isOfSite?: boolean;
  /** Published failures (`failures.ts` in the folder of the namespace). They override the failures of all namespaces. */
  failures?: PublishedFailures;
  /** Headers of every response to a signed-in user. They override the general headers. */
  signedInHeaders?: Readonly<Record<string, string>>;
  /** True if responses for visitors may be cached and sent to others. Default: true. */
  cachesResponses?: boolean;
  /** Members of `$input` that the parameters fill. Default: the member with the name of the parameter in camelCase. */
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

/** Response with a list. Headers contain the totals and the links to the previous and next page (docs/behaviour/core-rest.md 4.8). */
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

/** Route that the engine itself serves. `document` is for `engine('document')`: the document that the namespace publishes about itself. */
export function engine(what: EngineRun['engine'], document?: PublishedDocument): EngineRun {
  return { engine: what, ...(document && { document }) };
}

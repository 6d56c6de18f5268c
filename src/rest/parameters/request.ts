import type { JsonFault } from '../../web/json-body.ts';

/** HTTP methods of routes. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request below the REST root, decoded but not yet validated. */
export interface RestRequest {
  /** Method after a method override. May be HEAD or OPTIONS, which no route declares. */
  method: Method | 'HEAD' | 'OPTIONS';
  /** Path below the REST root. The router percent-decodes its segments. */
  path: string;
  query: Record<string, unknown>;
  json?: Record<string, unknown>;
  form?: Record<string, unknown>;
  files?: readonly UploadedFile[];
  /** Unparsed body, for routes that accept a file as the body. */
  rawBody?: Buffer;
  /** Syntax error of a JSON body. It is reported after the route is matched (docs/behaviour/core-rest.md 1.4). */
  jsonFault?: JsonFault;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A file of a multipart body. */
export interface UploadedFile {
  field: string;
  fileName: string;
  mimeType: string;
  content: Buffer;
}

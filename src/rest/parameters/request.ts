import type { JsonFault } from '../../web/json-body.ts';

/** What a route is called by. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request below the REST root, decoded but not yet validated. */
export interface RestRequest {
  /** After override; HEAD and OPTIONS are themselves. */
  method: Method | 'HEAD' | 'OPTIONS';
  /** Route path, percent-decoded segment by segment by the router. */
  path: string;
  query: Record<string, unknown>;
  json?: Record<string, unknown>;
  form?: Record<string, unknown>;
  files?: readonly UploadedFile[];
  /** Whole body, for routes that take a file as it is. */
  rawBody?: Buffer;
  /** What was wrong with a JSON body; reported after the route is matched (core-rest.md 1.4). */
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

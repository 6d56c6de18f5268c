import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

export interface DocumentedParameter {
  name: string;
  in: 'query' | 'path';
  required?: boolean;
  example?: unknown;
}

export interface DocumentedOperation {
  operationId: string;
  parameters: (DocumentedParameter | { $ref: string })[];
  requestBody?: { content: Record<string, { example?: Record<string, unknown> }> };
  responses: Record<string, { content?: Record<string, unknown>; description?: string }>;
}

export interface DocumentedApi {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, DocumentedOperation>>;
}

/** Validates responses against an OpenAPI document, 3.0 or 3.1. */
export class DocumentedResponses {
  readonly document: DocumentedApi;
  readonly #ajv: Ajv | Ajv2020;
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: object) {
    this.document = document as DocumentedApi;
    const Validator = this.document.openapi.startsWith('3.0') ? Ajv : Ajv2020;
    this.#ajv = new Validator({ strict: false, validateFormats: false, allErrors: true });
    this.#ajv.addSchema(document, 'document');
  }

  /** Returns a message for each mismatch of a response. An undocumented status is one message. */
  faults(path: string, method: string, status: number, body: unknown): string[] {
    const response = this.document.paths[path]?.[method]?.responses[String(status)];
    if (!response) return [`status ${status} is not documented`];
    if ('content' in response && !response.content?.['application/json']) return [];
    if (!('$ref' in response) && !response.content) return [];
    const validate = this.#getValidator(['paths', path, method, 'responses', String(status)], response);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    );
  }

  #getValidator(keys: readonly string[], response: object): ValidateFunction {
    const from = '$ref' in response ? String(response.$ref).slice('#/'.length).split('/') : keys;
    const pointer = [...from, 'content', 'application/json', 'schema']
      .map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    let validator = this.#validators.get(pointer);
    if (!validator) this.#validators.set(pointer, (validator = this.#ajv.compile({ $ref: `document#/${pointer}` })));
    return validator;
  }
}

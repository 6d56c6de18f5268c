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
    const Judge = this.document.openapi.startsWith('3.0') ? Ajv : Ajv2020;
    this.#ajv = new Judge({ strict: false, validateFormats: false, allErrors: true });
    this.#ajv.addSchema(document, 'document');
  }

  /** Returns messages about mismatches of a response. An undocumented status is one message. */
  faults(path: string, method: string, status: number, body: unknown): string[] {
    const answer = this.document.paths[path]?.[method]?.responses[String(status)];
    if (!answer) return [`status ${status} is not documented`];
    if ('content' in answer && !answer.content?.['application/json']) return [];
    if (!('$ref' in answer) && !answer.content) return [];
    const validate = this.#validatorOf(['paths', path, method, 'responses', String(status)], answer);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    );
  }

  #validatorOf(place: readonly string[], answer: object): ValidateFunction {
    const from = '$ref' in answer ? String(answer.$ref).slice('#/'.length).split('/') : place;
    const pointer = [...from, 'content', 'application/json', 'schema']
      .map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    let known = this.#validators.get(pointer);
    if (!known) this.#validators.set(pointer, (known = this.#ajv.compile({ $ref: `document#/${pointer}` })));
    return known;
  }
}

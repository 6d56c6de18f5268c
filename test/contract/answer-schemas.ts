import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../src/rest/openapi.ts';
import type { Plan } from '../../src/rest/plan.ts';
import type { Router } from '../../src/rest/routing.ts';

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, unknown> }> }>>;
}

/** Judges success bodies by the answer schemas of the OpenAPI documents. */
export class AnswerSchemas {
  readonly #router: Router;
  readonly #documents = new Map<string, { document: Document; ajv: Ajv2020 }>();
  readonly #validators = new Map<string, ValidateFunction | null>();

  constructor(router: Router) {
    this.#router = router;
  }

  /** What does not fit in a body that a row answered with success, in words. */
  faults(plan: Plan, body: unknown): string[] {
    const validate = this.#validatorOf(plan);
    if (!validate || validate(body)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    );
  }

  #validatorOf(plan: Plan): ValidateFunction | null {
    let known = this.#validators.get(plan.id);
    if (known === undefined) this.#validators.set(plan.id, (known = this.#compile(plan)));
    return known;
  }

  #compile(plan: Plan): ValidateFunction | null {
    const { document, ajv } = this.#documentOf(plan.namespace);
    const method = String(plan.methods[0]).toLowerCase();
    const responses = document.paths[plan.path]?.[method]?.responses ?? {};
    const status = Object.keys(responses).find((one) => one.startsWith('2'));
    if (status === undefined || !responses[status]?.content) return null;
    const pointer = ['paths', plan.path, method, 'responses', status, 'content', 'application/json', 'schema']
      .map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    return ajv.compile({ $ref: `document#/${pointer}` });
  }

  #documentOf(namespace: string) {
    let known = this.#documents.get(namespace);
    if (!known) {
      const document = openApiDocument(this.#router, { namespace, restUrl: 'http://site.test/rest', title: namespace, version: '1' });
      const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
      ajv.addSchema(document, 'document');
      this.#documents.set(namespace, (known = { document: document as unknown as Document, ajv }));
    }
    return known;
  }
}

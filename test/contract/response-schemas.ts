import { createOpenApiDocument } from '../../src/rest/openapi/document.ts';
import type { Plan } from '../../src/rest/engine/plan.ts';
import type { Router } from '../../src/rest/engine/routing.ts';
import { DocumentedResponses } from './documented-responses.ts';

/** Validates success bodies against the response schemas of the OpenAPI documents. */
export class ResponseSchemas {
  readonly #router: Router;
  readonly #documents = new Map<string, DocumentedResponses>();

  constructor(router: Router) {
    this.#router = router;
  }

  /** Returns messages about the parts of a success body that do not match its schema. */
  faults(plan: Plan, body: unknown): string[] {
    const documented = this.#getDocument(plan.namespace);
    const method = String(plan.methods[0]).toLowerCase();
    const responses = documented.document.paths[plan.path]?.[method]?.responses ?? {};
    const status = Object.keys(responses).find((key) => key.startsWith('2'));
    return status === undefined ? [] : documented.faults(plan.path, method, Number(status), body);
  }

  #getDocument(namespace: string): DocumentedResponses {
    let known = this.#documents.get(namespace);
    if (!known) {
      const document = createOpenApiDocument(this.#router, { namespace, restUrl: 'http://site.test/rest', title: namespace, version: '1' });
      this.#documents.set(namespace, (known = new DocumentedResponses(document)));
    }
    return known;
  }
}

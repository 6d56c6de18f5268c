import { Parser } from 'htmlparser2';
import type { ConsentService } from '#db';
import type { Configuration } from '../configuration/configuration.ts';
import type { Decision } from '../documenting/decision.rules.ts';
import { listAcceptedServiceIds } from './visitor-decision.ts';

/** The code of all services for one page. */
export interface ServiceCode {
  markup: string;
  /** Unchanged inline scripts of the markup, which the content security policy must allow. */
  inlineScripts: string[];
}

const listPublished = ({ services }: Configuration): ConsentService[] =>
  services.filter(({ status, groupId }) => status === 'publish' && groupId !== null);

/** True if a service has code that depends on the visitor's decision. */
export function hasServiceCode(configuration: Configuration): boolean {
  return listPublished(configuration).some(({ codeOptIn, codeOptOut }) => codeOptIn.trim() !== '' || codeOptOut.trim() !== '');
}

/** Replaces each `{{name}}` in a service's code with the value of that name in `codeDynamics`. */
function fillPlaceholders(code: string, { codeDynamics }: ConsentService): string {
  const values = (codeDynamics ?? {}) as Record<string, unknown>;
  return code.replaceAll(/\{\{([\w-]+)\}\}/g, (all, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : all));
}

/** Returns the non-empty inline scripts. */
function findInlineScripts(markup: string): string[] {
  const found: string[] = [];
  let open: string | null = null;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'script' && attributes['src'] === undefined) open = '';
    },
    ontext(text) {
      if (open !== null) open += text;
    },
    onclosetag(name) {
      if (name === 'script' && open !== null) found.push(open);
      if (name === 'script') open = null;
    },
  });
  parser.end(markup);
  return found.filter((script) => script !== '');
}

/**
 * Returns the code of services for a visitor (docs/behaviour/consent-queue-product.md 1.2), lower priorities first. Includes the code for every page,
 * the opt-in code of accepted services and the opt-out code of refused ones. If the visitor has not decided, includes only the code for every page.
 * Returns null if no service has code to include.
 */
export function renderServiceCode(configuration: Configuration, decision: Decision | null): ServiceCode | null {
  const accepted = listAcceptedServiceIds(decision);
  const services = listPublished(configuration).toSorted((a, b) => a.executePriority - b.executePriority);
  const codeByDecision = (service: ConsentService) => (accepted.has(service.id) ? service.codeOptIn : service.codeOptOut);
  const parts = services.flatMap((service) =>
    [service.codeOnPageLoad, decision === null ? '' : codeByDecision(service)]
      .filter((code) => code.trim() !== '')
      .map((code) => fillPlaceholders(code, service)),
  );
  if (parts.length === 0) return null;
  const markup = parts.join('\n');
  return { markup, inlineScripts: findInlineScripts(markup) };
}

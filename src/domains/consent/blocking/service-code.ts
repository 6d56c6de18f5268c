import { Parser } from 'htmlparser2';
import type { ConsentService } from '#db';
import type { Configuration } from '../configuration/configuration.ts';
import type { Decision } from '../documenting/decision.rules.ts';
import { acceptedServices } from './visitor-decision.ts';

/** Markup of services for a page. */
export interface RunningCode {
  markup: string;
  /** Inline scripts of the markup, unchanged, for the content security policy. */
  inline: string[];
}

const published = ({ services }: Configuration): ConsentService[] =>
  services.filter(({ status, groupId }) => status === 'publish' && groupId !== null);

/** True if a decision changes the code on pages. */
export function hasServiceCode(configuration: Configuration): boolean {
  return published(configuration).some(({ codeOptIn, codeOptOut }) => codeOptIn.trim() !== '' || codeOptOut.trim() !== '');
}

/** Replaces `{{name}}` in a service's code with its values. */
function filled(code: string, { codeDynamics }: ConsentService): string {
  const values = (codeDynamics ?? {}) as Record<string, unknown>;
  return code.replaceAll(/\{\{([\w-]+)\}\}/g, (all, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : all));
}

/** Returns the inline scripts of a markup. */
function inlineScripts(markup: string): string[] {
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
 * Returns the code of services for a visitor (section 1.2), lower priorities first. Includes the code for every page, the opt-in code of accepted
 * services and the opt-out code of refused ones. Without a decision, only the code for every page runs. Null if there is no code.
 */
export function runningCode(configuration: Configuration, decision: Decision | null): RunningCode | null {
  const accepted = acceptedServices(decision);
  const services = published(configuration).toSorted((a, b) => a.executePriority - b.executePriority);
  const decided = (service: ConsentService) => (accepted.has(service.id) ? service.codeOptIn : service.codeOptOut);
  const parts = services.flatMap((service) =>
    [service.codeOnPageLoad, decision === null ? '' : decided(service)]
      .filter((code) => code.trim() !== '')
      .map((code) => filled(code, service)),
  );
  if (parts.length === 0) return null;
  const markup = parts.join('\n');
  return { markup, inline: inlineScripts(markup) };
}

import type { ConsentService } from '#db';
import type { Configuration } from '../configuration/configuration.ts';
import { definitionsOf } from '../configuration/meta.ts';
import type { Decision } from '../documenting/decision.rules.ts';
import type { TechnicalDefinition } from '../revision/content.types.ts';
import { acceptedServices } from './visitor-decision.ts';

/** Published services that a decision refuses, and that ask for what they stored to be deleted then (`deleteTechnicalDefinitionsAfterOptOut`). */
export function servicesToForget({ services }: Configuration, decision: Decision): ConsentService[] {
  const accepted = acceptedServices(decision);
  return services.filter(
    ({ id, status, groupId, deleteTechnicalDefinitionsAfterOptOut: isForgotten }) =>
      isForgotten && status === 'publish' && groupId !== null && !accepted.has(id),
  );
}

/** What only a script of the page can delete of these services: everything but cookies. */
export function storesToForget(configuration: Configuration, decision: Decision): Pick<TechnicalDefinition, 'type' | 'name'>[] {
  return servicesToForget(configuration, decision)
    .flatMap(definitionsOf)
    .filter(({ type, name }) => type !== 'http' && name !== '')
    .map(({ type, name }) => ({ type, name }));
}

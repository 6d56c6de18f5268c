import type { ConsentService } from '#db';
import type { Configuration } from '../configuration/configuration.ts';
import { definitionsOf } from '../configuration/meta.ts';
import type { Decision } from '../documenting/decision.rules.ts';
import type { TechnicalDefinition } from '../revision/content.types.ts';
import { acceptedServices } from './visitor-decision.ts';

/** Returns refused services whose stored data must be deleted after a refusal (`deleteTechnicalDefinitionsAfterOptOut`). */
export function servicesToClear({ services }: Configuration, decision: Decision): ConsentService[] {
  const accepted = acceptedServices(decision);
  return services.filter(
    ({ id, status, groupId, deleteTechnicalDefinitionsAfterOptOut: isForgotten }) =>
      isForgotten && status === 'publish' && groupId !== null && !accepted.has(id),
  );
}

/** Returns the stored data of these services that only a script can delete: all except cookies. */
export function storageToClear(configuration: Configuration, decision: Decision): Pick<TechnicalDefinition, 'type' | 'name'>[] {
  return servicesToClear(configuration, decision)
    .flatMap(definitionsOf)
    .filter(({ type, name }) => type !== 'http' && name !== '')
    .map(({ type, name }) => ({ type, name }));
}

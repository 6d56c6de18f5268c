import type { ConsentService } from '#db';
import type { Configuration } from '../configuration/configuration.ts';
import { definitionsOf } from '../configuration/meta.ts';
import type { Decision } from '../documenting/decision.rules.ts';
import type { TechnicalDefinition } from '../revision/content.types.ts';
import { acceptedServices } from './visitor-decision.ts';

/** Returns the refused services whose data in the browser must be deleted (`deleteTechnicalDefinitionsAfterOptOut`). */
export function servicesToClear({ services }: Configuration, decision: Decision): ConsentService[] {
  const accepted = acceptedServices(decision);
  return services.filter(
    ({ id, status, groupId, deleteTechnicalDefinitionsAfterOptOut }) =>
      deleteTechnicalDefinitionsAfterOptOut && status === 'publish' && groupId !== null && !accepted.has(id),
  );
}

/** Returns the browser storage of refused services that only a script can delete: everything except cookies. */
export function storageToClear(configuration: Configuration, decision: Decision): Pick<TechnicalDefinition, 'type' | 'name'>[] {
  return servicesToClear(configuration, decision)
    .flatMap(definitionsOf)
    .filter(({ type, name }) => type !== 'http' && name !== '')
    .map(({ type, name }) => ({ type, name }));
}

import type { ConsentService } from '#db';
import type { Configuration } from '../configuration/configuration.ts';
import { listDefinitions } from '../configuration/meta.ts';
import type { Decision } from '../documenting/decision.rules.ts';
import type { TechnicalDefinition } from '../revision/content.types.ts';
import { listAcceptedServiceIds } from './visitor-decision.ts';

/** Returns the refused services whose data in the browser must be deleted (`deleteTechnicalDefinitionsAfterOptOut`). */
export function listServicesToClear({ services }: Configuration, decision: Decision): ConsentService[] {
  const accepted = listAcceptedServiceIds(decision);
  return services.filter(
    ({ id, status, groupId, deleteTechnicalDefinitionsAfterOptOut }) =>
      deleteTechnicalDefinitionsAfterOptOut && status === 'publish' && groupId !== null && !accepted.has(id),
  );
}

/** Returns the browser storage of refused services that only a script can delete: everything except cookies. */
export function listStorageToClear(configuration: Configuration, decision: Decision): Pick<TechnicalDefinition, 'type' | 'name'>[] {
  return listServicesToClear(configuration, decision)
    .flatMap(listDefinitions)
    .filter(({ type, name }) => type !== 'http' && name !== '')
    .map(({ type, name }) => ({ type, name }));
}

import { Failure } from '../core/failure.ts';
import { mayRun } from './plan.ts';
import type { Call } from './request.ts';

/** A row that is refused so unless the parameter is true: deleting for good must be asked for. */
export interface Requirement {
  parameter: string;
  code: string;
  status: number;
  message: string;
}

/** A delete for good of something that has no trash. */
export const forced: Requirement = {
  parameter: 'force',
  code: 'rest_trash_not_supported',
  status: 501,
  message: 'There is no trash for this. Set "force=true" to delete it for good.',
};

/** Throws the refusal of a call that lacks what its row requires; a caller who may not anyway is left to the permission's own refusal. */
export async function refuseUnmet({ plan, values, context }: Call): Promise<void> {
  const requirement = plan.options.requires;
  if (!requirement || values[requirement.parameter] === true) return;
  if (await mayRun(plan, values, context)) throw new Failure(requirement.code, requirement.status, requirement.message);
}

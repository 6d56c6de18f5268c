import type { Fault } from './schema.ts';

/** The fault of an argument, or false if its own validator gave no reason. */
export type ArgumentFault = Fault | false;

/** Data of an argument error (docs/behaviour/core-rest.md 2): names of missing arguments, or messages and details by name. */
export interface ArgumentFailureData {
  readonly status: 400;
  readonly params: readonly string[] | Readonly<Record<string, string>>;
  readonly details?: Readonly<Record<string, Fault>>;
}

/** Refusal of the arguments of a request: all missing ones, or all invalid ones of one phase (`Field.phase`), in declaration order. */
export class ArgumentFailure extends Error {
  readonly code: 'rest_missing_callback_param' | 'rest_invalid_param';
  readonly status = 400;
  readonly data: ArgumentFailureData;

  constructor(code: ArgumentFailure['code'], message: string, data: ArgumentFailureData) {
    super(message);
    this.name = 'ArgumentFailure';
    this.code = code;
    this.data = data;
  }
}

/** Creates the failure for missing arguments. */
export function createMissingArgumentsFailure(names: readonly string[]): ArgumentFailure {
  const data = { status: 400, params: names } as const;
  return new ArgumentFailure('rest_missing_callback_param', `Missing parameter(s): ${names.join(', ')}`, data);
}

/** Creates the failure for invalid arguments. `details` contains only the faults with a code, so it may be empty. */
export function createInvalidArgumentsFailure(faults: readonly (readonly [name: string, fault: ArgumentFault])[]): ArgumentFailure {
  const params: Record<string, string> = {};
  const details: Record<string, Fault> = {};
  for (const [name, fault] of faults) {
    params[name] = fault ? fault.message : 'Invalid parameter.';
    if (fault && fault.code !== null) details[name] = fault;
  }
  const names = faults.map(([name]) => name).join(', ');
  return new ArgumentFailure('rest_invalid_param', `Invalid parameter(s): ${names}`, { status: 400, params, details });
}

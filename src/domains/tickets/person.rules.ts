import { type ArgumentRefusal, invalidArguments } from '#app/core/failures/failure.ts';

const ADDRESS = /^[^\s\p{Cc}@]+@[^\s\p{Cc}@.]+(\.[^\s\p{Cc}@.]+)+$/u;
/** A visible character. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u;

/** Name and address as entered. Absent values are not checked. */
export interface WrittenPerson {
  fullName?: string | null | undefined;
  email?: string | null | undefined;
}

/** Returns the path of a member below an argument, or the member itself without an argument. */
export const pathIn = (argument: string, member: string): string => (argument === '' ? member : `${argument}.${member}`);

/** Returns the errors in name and address, by path below the argument; empty argument = they are arguments themselves. */
export function faultsOfPerson(argument: string, { fullName, email }: WrittenPerson): Record<string, ArgumentRefusal | string> {
  return {
    ...(typeof fullName === 'string' && !VISIBLE.test(fullName) && { [pathIn(argument, 'fullName')]: 'A name is needed.' }),
    ...(typeof email === 'string' &&
      !ADDRESS.test(email) && { [pathIn(argument, 'email')]: { code: 'email_malformed', message: 'Invalid email address.' } }),
  };
}

/** Throws `invalid_arguments` for an invalid name or address. */
export function checkPerson(argument: string, person: WrittenPerson): void {
  const faults = faultsOfPerson(argument, person);
  if (Object.keys(faults).length > 0) throw invalidArguments(faults);
}

import { type ArgumentRefusal, invalidArguments } from '#app/core/failures/failure.ts';

const ADDRESS = /^[^\s\p{Cc}@]+@[^\s\p{Cc}@.]+(\.[^\s\p{Cc}@.]+)+$/u;
/** A sign that is seen. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u;

/** A name and an address as someone wrote them; what is absent is not judged. */
export interface WrittenPerson {
  fullName?: string | null | undefined;
  email?: string | null | undefined;
}

/** Path of a member of an argument; of the argument of that name itself where none is given. */
export const pathIn = (argument: string, member: string): string => (argument === '' ? member : `${argument}.${member}`);

/** What cannot be a name or an address, by path below the argument; empty = the two are arguments themselves. */
export function faultsOfPerson(argument: string, { fullName, email }: WrittenPerson): Record<string, ArgumentRefusal | string> {
  return {
    ...(typeof fullName === 'string' && !VISIBLE.test(fullName) && { [pathIn(argument, 'fullName')]: 'A name is needed.' }),
    ...(typeof email === 'string' &&
      !ADDRESS.test(email) && { [pathIn(argument, 'email')]: { code: 'email_malformed', message: 'Invalid email address.' } }),
  };
}

/** Refuses what cannot be a name or an address: `invalid_arguments`. */
export function checkPerson(argument: string, person: WrittenPerson): void {
  const faults = faultsOfPerson(argument, person);
  if (Object.keys(faults).length > 0) throw invalidArguments(faults);
}

import type { Field } from '#app/rest/parameters/declaration.ts';


/** True unless the string is empty or `0`. */
export function phpTruthy(published: Field): Field {
  return { ...published, clean: (value) => value !== '' && value !== '0' };
}

/** Creates the reason of a refused argument in this namespace (docs/behaviour/events.md 3.4). */
const reason = (code: string, what: string) => ({ code: `tec_rest_invalid_${code}_argument`, message: `Argument \`{name}\` must be ${what}.` });

export const positiveIntegerFault = reason('positive_integer', 'a positive integer');
export const integerFault = reason('integer', 'an integer');
export const dateTimeFault = reason('date_time', 'a date and time');
export const addressFault = reason('uri', 'a URI');
export const emailFault = reason('email', 'an e-mail address');
export const textFault = reason('string', 'a string');

/** A value of a calendar file that cannot be read; the message says why. */
export class ValueFault extends Error {
  override readonly name = 'ValueFault';
}

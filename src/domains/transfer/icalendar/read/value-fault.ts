/** A value of a calendar file is invalid; the message gives the reason. */
export class ValueFault extends Error {
  override readonly name = 'ValueFault';
}

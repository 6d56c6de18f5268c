/** Error for an invalid value in a calendar file. The message states the reason. */
export class InvalidValueError extends Error {
  override readonly name = 'InvalidValueError';
}

/** Error for a file that cannot be imported at all. Nothing was written. The message starts with the line number. */
export class BrokenFileError extends Error {
  override readonly name = 'BrokenFileError';
  readonly line: number;
  readonly reason: string;

  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`);
    this.line = line;
    this.reason = reason;
  }
}

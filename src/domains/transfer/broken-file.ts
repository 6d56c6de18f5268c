/** A file that cannot be imported as a whole: nothing of it has been written. The message begins with the line. */
export class BrokenFile extends Error {
  override readonly name = 'BrokenFile';
  readonly line: number;
  readonly reason: string;

  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`);
    this.line = line;
    this.reason = reason;
  }
}

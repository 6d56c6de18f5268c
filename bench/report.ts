/** Prints a line. */
export const line = (text = '') => void process.stdout.write(`${text}\n`);

/** Prints a table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  line(`| ${head.join(' | ')} |`);
  line(`|${'---|'.repeat(head.length)}`);
  for (const row of rows) line(`| ${row.join(' | ')} |`);
}

/** Prints a line to the standard output. */
export const printLine = (text = '') => void process.stdout.write(`${text}\n`);

/** Prints a table in Markdown. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  printLine(`| ${head.join(' | ')} |`);
  printLine(`|${'---|'.repeat(head.length)}`);
  for (const row of rows) printLine(`| ${row.join(' | ')} |`);
}

import path from 'node:path';
import { parseArguments, runCommand, UsageError } from '../command.ts';
import { runOnSite } from '../site-commands.ts';
import { createProgressLine } from './progress.ts';

const usage = `Usage: npm run export -- <file.xml>

Writes posts, pages, events, venues, organizers and media items with their authors, categories, tags, comments and meta in the WordPress eXtended RSS format.
Drafts and passwords of posts are included. The site may be running.
`;

/** Runs the command `npm run export`. Returns its exit code: 0 success, 1 failure, 2 misuse. */
export function runExport(args: readonly string[]): Promise<number> {
  return runCommand(usage, args, async () => {
    const [file, ...unexpected] = parseArguments(args, {}).positionals;
    if (file === undefined) throw new UsageError('Missing argument: <file.xml>.');
    if (unexpected.length > 0) throw new UsageError(`Unexpected argument: ${unexpected.join(' ')}.`);
    const progress = createProgressLine(process.stderr);
    try {
      const lines = await runOnSite('export', [path.resolve(file)], { onProgress: progress.show });
      progress.end();
      process.stdout.write(`${lines.join('\n')}\n`);
    } finally {
      progress.end();
    }
  });
}

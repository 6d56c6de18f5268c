import { parseArgs, type ParseArgsConfig, type ParseArgsOptionsConfig } from 'node:util';
import { wordsOrStack } from './failure-words.ts';

/** An invalid command line. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** True if the command line requests help. */
function asksForHelp(line: readonly string[]): boolean {
  const own = line.includes('--') ? line.slice(0, line.indexOf('--')) : line;
  return own[0] === 'help' || own.includes('--help') || own.includes('-h');
}

/** Parses a command line. Throws a UsageError for unknown options. */
export function readLine<const Options extends ParseArgsOptionsConfig>(line: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...line], allowPositionals: true, options } satisfies ParseArgsConfig);
  } catch (error) {
    throw new UsageError((error as Error).message.split('. To specify')[0]);
  }
}

/**
 * Runs a command and returns its exit code. `help` and `--help` print the usage. An invalid command line prints one sentence and how to get the usage (2); a
 * failure prints a sentence (1). `work` may return another code than 0.
 */
export async function runCommand(
  usage: string,
  line: readonly string[],
  work: (line: readonly string[]) => number | void | Promise<number | void>,
): Promise<number> {
  if (asksForHelp(line)) {
    process.stdout.write(`${usage.trimEnd()}\n`);
    return 0;
  }
  try {
    return (await work(line)) ?? 0;
  } catch (error) {
    const isMisuse = error instanceof UsageError;
    const [, script = ''] = /npm run ([\w:]+)/.exec(usage) ?? [];
    process.stderr.write(isMisuse ? `${error.message}\nSee npm run ${script} -- --help.\n` : `${wordsOrStack(error)}\n`);
    return isMisuse ? 2 : 1;
  }
}

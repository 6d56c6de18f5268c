import { parseArgs, type ParseArgsConfig, type ParseArgsOptionsConfig } from 'node:util';
import { getMessageOrStack } from './failure-message.ts';

/** An invalid command line. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** True if the command line requests help. */
function isHelpRequested(args: readonly string[]): boolean {
  const ownArguments = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  return ownArguments[0] === 'help' || ownArguments.includes('--help') || ownArguments.includes('-h');
}

/** Parses a command line. Throws a UsageError for unknown options. */
export function parseArguments<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options } satisfies ParseArgsConfig);
  } catch (error) {
    // Node.js appends advice about arguments that begin with a hyphen
    throw new UsageError((error as Error).message.split('. To specify')[0]);
  }
}

/**
 * Runs a command and returns its exit code. `help` and `--help` print the usage. For an invalid command line, prints what is wrong and how to get the
 * usage, and returns 2. For a failure, prints its message and returns 1. Otherwise returns the code that `work` returns, by default 0.
 */
export async function runCommand(
  usage: string,
  args: readonly string[],
  work: (args: readonly string[]) => number | void | Promise<number | void>,
): Promise<number> {
  if (isHelpRequested(args)) {
    process.stdout.write(`${usage.trimEnd()}\n`);
    return 0;
  }
  try {
    return (await work(args)) ?? 0;
  } catch (error) {
    const isMisuse = error instanceof UsageError;
    const [, script = ''] = /npm run ([\w:]+)/.exec(usage) ?? [];
    process.stderr.write(isMisuse ? `${error.message}\nSee npm run ${script} -- --help.\n` : `${getMessageOrStack(error)}\n`);
    return isMisuse ? 2 : 1;
  }
}

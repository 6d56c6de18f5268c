import { vi } from 'vitest';

/** Output and exit code of a command. */
export interface CommandResult {
  code: number | null;
  out: string;
  err: string;
  /** Standard output and standard error together, in the order in which they were written. */
  output: string;
}

/** Runs a command of `src/cli` in this process, with additional environment variables. */
export async function runCommand(
  command: (args: readonly string[]) => Promise<number>,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const text = { out: '', err: '', output: '' };
  const capture = (key: 'out' | 'err') => (chunk: unknown) => {
    text[key] += String(chunk);
    text.output += String(chunk);
    return true;
  };
  for (const [key, value] of Object.entries(environment)) vi.stubEnv(key, value);
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(capture('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(capture('err')),
  ];
  try {
    const code = await command(args);
    return { code, ...text };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}

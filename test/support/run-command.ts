import { vi } from 'vitest';

/** Output and exit code of a command. */
export interface Ended {
  code: number | null;
  out: string;
  err: string;
  /** Standard output and error, in order. */
  said: string;
}

/** Runs a command of `src/cli` in this process, with additional environment variables, and returns its exit code. */
export async function runHere(
  command: (line: readonly string[]) => Promise<number>,
  line: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  const text = { out: '', err: '', said: '' };
  const hearing = (key: 'out' | 'err') => (chunk: unknown) => {
    text[key] += String(chunk);
    text.said += String(chunk);
    return true;
  };
  for (const [key, value] of Object.entries(environment)) vi.stubEnv(key, value);
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(hearing('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(hearing('err')),
  ];
  try {
    const code = await command(line);
    return { code, ...text };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}

import { z } from 'zod';
import { type Config, readConfig } from '../config.ts';
import { askRunningSite } from '../core/db/studio-bridge.ts';
import { Failure } from '../core/failure.ts';
import { createLog } from '../core/log.ts';
import { forWork } from '../core/request-facts.ts';
import { exportToFile } from '../domains/transfer/export/export-file.ts';
import { writeBackup } from '../domains/transfer/backup/write-backup.ts';
import { openSite } from '../open-site.ts';
import type { Site } from '../site.ts';
import { readAdminCommand } from './admin-commands.ts';
import { wordsOrStack } from './failure-words.ts';
import { countLines } from './transfer/export-report.ts';
import type { Progress } from './transfer/progress.ts';

/** Does something with a site and answers the lines to print. */
type SiteCommand = (site: Site, line: readonly string[], onProgress?: (progress: Progress) => void) => Promise<string[]>;

/** What may be done with a site from a shell, also while it runs. */
const commands: Record<'admin' | 'export' | 'backup', SiteCommand> = {
  admin: (site, line) => readAdminCommand(line)(site),
  export: async (site, [file = ''], onProgress) =>
    countLines(await exportToFile(site, file, (done, total) => onProgress?.({ stage: 'exporting', done, total }))),
  backup: async (site, [file = '']) => {
    const { rows, files, missing } = await writeBackup(site, file);
    const gone = missing.map((key) => `${key} is in the library and not in the store.`);
    return [`Written: ${rows} rows and ${files} files. Keep SECRET_KEY too, and apart from it.`, ...gone];
  },
};

/** What the audit log calls it: never with its arguments, which may be passwords. */
const commandName = (name: string, line: readonly string[]): string => (name === 'admin' ? `admin ${line.slice(0, 2).join(' ')}` : name);

const question = z.object({ procedure: z.literal('command'), name: z.enum(['admin', 'export', 'backup']), line: z.array(z.string()) });
const answer = z.union([z.object({ lines: z.array(z.string()) }), z.object({ failure: z.string() })]);

/** Answers the commands that `runOnSite` hands to a running site; undefined for any other question. */
export function answerCommands(site: Site): (body: unknown) => Promise<string> | undefined {
  return (body) => {
    const asked = question.safeParse(body);
    if (!asked.success) return undefined;
    const { name, line } = asked.data;
    return forWork('command', commandName(name, line), () => commands[name](site, line)).then(
      (lines) => JSON.stringify({ lines }),
      (error: unknown) => JSON.stringify({ failure: wordsOrStack(error) }),
    );
  };
}

/**
 * Runs a command on the site of the configuration and answers the lines to print. An embedded database belongs to one process: where a site is running on it, that
 * site runs the command.
 */
export async function runOnSite(
  name: keyof typeof commands,
  line: readonly string[],
  { config = readConfig(), onProgress }: { config?: Config; onProgress?: (progress: Progress) => void } = {},
): Promise<string[]> {
  const place = /^pglite:(?!memory(?::|$))(.+)$/.exec(config.databaseUrl)?.[1];
  const said = place === undefined ? undefined : await askRunningSite(place, { procedure: 'command', name, line });
  if (said !== undefined) {
    const answered = answer.parse(JSON.parse(said));
    if ('failure' in answered) throw new Failure('command_failed', 400, answered.failure);
    return answered.lines;
  }
  const site = await openSite(config, createLog('warn'));
  try {
    return await forWork('command', commandName(name, line), () => commands[name](site, line, onProgress));
  } finally {
    await site.close();
  }
}

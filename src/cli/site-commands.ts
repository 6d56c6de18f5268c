import { type Config, readConfig } from '../config/config.ts';
import { createLog } from '../core/logging/log.ts';
import { runWork } from '../core/logging/request-facts.ts';
import { exportToFile } from '../domains/transfer/export/export-file.ts';
import { writeBackup } from '../domains/transfer/backup/write-backup.ts';
import { openSite } from '../open-site.ts';
import type { Site } from '../site.ts';
import { getAdminCommandName, readAdminCommand } from './admin-commands.ts';
import { formatCounts } from './transfer/export-report.ts';
import type { Progress } from './transfer/progress.ts';

/** Performs an action on a site and returns the lines to print. */
type SiteCommand = (site: Site, args: readonly string[], onProgress?: (progress: Progress) => void) => Promise<string[]>;

/** Commands for a site, which may be running. */
const commands: Record<'admin' | 'export' | 'backup', SiteCommand> = {
  admin: (site, args) => readAdminCommand(args)(site),
  export: async (site, [file = ''], onProgress) =>
    formatCounts(await exportToFile(site, file, (done, total) => onProgress?.({ stage: 'exporting', done, total }))),
  backup: async (site, [file = '']) => {
    const { rows, files, missing } = await writeBackup(site, file);
    const missingLines = missing.map((key) => `${key} is in the media library, but its file is missing.`);
    return [`Written: ${rows} rows and ${files} files. Also keep a copy of SECRET_KEY, separate from the backup.`, ...missingLines];
  },
};

/** Returns the name of a command for the audit log. It omits the arguments, because they may be passwords. */
const getCommandName = (name: string, args: readonly string[]): string => (name === 'admin' ? `admin ${getAdminCommandName(args)}` : name);

/** Runs a command on the configured site, which may be running, and returns the lines to print. */
export async function runOnSite(
  name: keyof typeof commands,
  args: readonly string[],
  { config = readConfig(), onProgress }: { config?: Config; onProgress?: (progress: Progress) => void } = {},
): Promise<string[]> {
  const site = await openSite(config, createLog('warn'));
  try {
    return await runWork('command', getCommandName(name, args), () => commands[name](site, args, onProgress));
  } finally {
    await site.close();
  }
}

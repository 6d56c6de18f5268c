import path from 'node:path';
import { createLog } from '../../core/logging/log.ts';
import { checkBackup, restoreBackup } from '../../domains/transfer/backup/restore.ts';
import { readConfig } from '../../config/config.ts';
import { openSite } from '../../open-site.ts';
import { readLine, runCommand, UsageError } from '../command.ts';
import { runOnSite } from '../site-commands.ts';

const backupUsage = `Usage: npm run backup -- <file>

Writes the whole site to one file: database and uploaded files, as they are at one moment, also while the site runs. SECRET_KEY is not in it: keep it elsewhere.
`;

const restoreUsage = `Usage: npm run restore -- <file> [--verify] [--replace]

Makes the site of this configuration, which nothing may use meanwhile, what the backup says. It may have the other kind of database.

  --verify    only reads the file to its end and says whether it is whole
  --replace   also where the site has people already: all that is in it is gone
`;

const oneFile = (positionals: readonly string[]): string => {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError('Say which one file.');
  return path.resolve(file);
};

const print = (lines: readonly string[]) => void process.stdout.write(`${lines.join('\n')}\n`);

/** The command `npm run backup`; returns its exit code: 0 done, 1 failed, 2 misuse. */
export function runBackup(line: readonly string[]): Promise<number> {
  return runCommand(backupUsage, line, async () => print(await runOnSite('backup', [oneFile(readLine(line, {}).positionals)])));
}

/** The command `npm run restore`; returns its exit code as `runBackup`. */
export function runRestore(line: readonly string[]): Promise<number> {
  return runCommand(restoreUsage, line, async () => {
    const { values, positionals } = readLine(line, { verify: { type: 'boolean' }, replace: { type: 'boolean' } });
    const file = oneFile(positionals);
    if (values.verify) {
      const { head, rows, files } = await checkBackup(file);
      return print([`Whole: ${rows} rows and ${files} files of ${head.at}, version ${head.version}.`]);
    }
    const site = await openSite(readConfig(), createLog('warn'));
    try {
      const { rows, files, hasSameKey } = await restoreBackup(site, file, { replaces: values.replace === true });
      const key =
        'The site has another SECRET_KEY than the one in the backup: sessions, application passwords, links of tickets and sealed tokens of the backup are worth nothing with it.';
      print([`Restored ${rows} rows and ${files} files.`, ...(hasSameKey ? [] : [key])]);
    } finally {
      await site.close();
    }
  });
}

import path from 'node:path';
import { createLog } from '../../core/logging/log.ts';
import { checkBackup, restoreBackup } from '../../domains/transfer/backup/restore.ts';
import { readConfig } from '../../config/config.ts';
import { openSite } from '../../open-site.ts';
import { parseArguments, runCommand, UsageError } from '../command.ts';
import { runOnSite } from '../site-commands.ts';

const backupUsage = `Usage: npm run backup -- <file>

Writes the database and the uploaded files to one file, as of one moment. The site may be running. SECRET_KEY is not included: store it elsewhere.
`;

const restoreUsage = `Usage: npm run restore -- <file> [--verify] [--replace]

Restores a backup into the configured site. Nothing else may use the site at the same time. The backup may be of an embedded or an
external PostgreSQL.

  --verify    only read the file and report whether it is complete
  --replace   delete all data of the site first; required if the site already has users
`;

const requireOneFile = (positionals: readonly string[]): string => {
  const [file, ...unexpected] = positionals;
  if (file === undefined) throw new UsageError('Missing argument: <file>.');
  if (unexpected.length > 0) throw new UsageError(`Unexpected argument: ${unexpected.join(' ')}.`);
  return path.resolve(file);
};

const print = (lines: readonly string[]) => void process.stdout.write(`${lines.join('\n')}\n`);

/** Runs the command `npm run backup`. Returns its exit code: 0 success, 1 failure, 2 misuse. */
export function runBackup(args: readonly string[]): Promise<number> {
  return runCommand(backupUsage, args, async () =>
    print(await runOnSite('backup', [requireOneFile(parseArguments(args, {}).positionals)])),
  );
}

/** Runs the command `npm run restore`. Returns its exit code like `runBackup`. */
export function runRestore(args: readonly string[]): Promise<number> {
  return runCommand(restoreUsage, args, async () => {
    const { values, positionals } = parseArguments(args, { verify: { type: 'boolean' }, replace: { type: 'boolean' } });
    const file = requireOneFile(positionals);
    if (values.verify) {
      const { header, rows, files } = await checkBackup(file);
      return print([`Complete: ${rows} rows and ${files} files of ${header.at}, version ${header.version}.`]);
    }
    const site = await openSite(readConfig(), createLog('warn'));
    try {
      const { rows, files, hasSameKey } = await restoreBackup(site, file, { replaces: values.replace === true });
      const keyNote =
        'The SECRET_KEY of the site differs from that of the backup: sessions, application passwords, ticket links and encrypted tokens of the backup do not work.';
      print([`Restored ${rows} rows and ${files} files.`, ...(hasSameKey ? [] : [keyNote])]);
    } finally {
      await site.close();
    }
  });
}

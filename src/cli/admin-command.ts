import { getAdminCommandName, readAdminCommand } from './admin-commands.ts';
import { adminUsage } from './admin-usage.ts';
import { type Config, readConfig } from '../config/config.ts';
import { parseArguments, runCommand } from './command.ts';
import { examineConfig, formatFindings, isFault } from './doctor.ts';
import { findFailureMessage } from './failure-message.ts';
import { runOnSite } from './site-commands.ts';

/** Runs the command `npm run admin`. Returns its exit code: 0 success, 1 failure, 2 misuse. */
export function runAdmin(args: readonly string[]): Promise<number> {
  return runCommand(adminUsage, args, async () => {
    // rejects an invalid command line before the site is opened
    readAdminCommand(args);
    if (getAdminCommandName(args) === 'doctor') return await runDoctor(args);
    for (const text of await runOnSite('admin', args)) process.stdout.write(`${text}\n`);
    return 0;
  });
}

/** Examines the installation without migrating it, even if the site cannot be opened. */
async function runDoctor(args: readonly string[]): Promise<number> {
  const config: Config = { ...readConfig(), applyMigrations: false };
  const backups = parseArguments(args, { backups: { type: 'string' } }).values.backups;
  const lines = await runOnSite('admin', args, { config }).catch(async (error: unknown) => {
    const text = findFailureMessage(error);
    if (text === null) throw error;
    return formatFindings([{ subject: 'site', state: 'fault', text }, ...(await examineConfig(config, backups))]);
  });
  process.stdout.write(`${lines.join('\n')}\n`);
  return lines.some(isFault) ? 1 : 0;
}

import { ConfigurationError, readConfig } from '../config.ts';
import { DatabaseError, isDatabaseDown } from '../core/db/errors.ts';
import { Failure } from '../core/failure.ts';
import { createLog } from '../core/log.ts';
import { openSite } from '../open-site.ts';
import { type AdminCommand, adminUsage, readAdminCommand, UsageError } from './admin-commands.ts';

/** What to tell the operator of an error; null for a fault of ours. */
function words(error: unknown): string | null {
  if (error instanceof Failure || error instanceof DatabaseError || error instanceof ConfigurationError) return error.message;
  return isDatabaseDown(error) ? `The database cannot be reached: ${error instanceof Error ? error.message : String(error)}` : null;
}

async function run(command: AdminCommand): Promise<void> {
  const config = readConfig();
  const site = await openSite(config, createLog('warn'));
  try {
    for (const line of await command(site)) process.stdout.write(`${line}\n`);
  } finally {
    await site.close();
  }
}

try {
  await run(readAdminCommand(process.argv.slice(2)));
} catch (error) {
  const isMisuse = error instanceof UsageError;
  const text = isMisuse ? `${error.message}\n\n${adminUsage}` : words(error);
  process.stderr.write(`${text ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`);
  process.exitCode = isMisuse ? 2 : 1;
}

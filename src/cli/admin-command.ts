import { adminUsage, readAdminCommand } from './admin-commands.ts';
import { runCommand } from './command.ts';
import { runOnSite } from './site-commands.ts';

/** The command `npm run admin`; answers its exit code: 0 done, 1 failed, 2 misuse. */
export function runAdmin(line: readonly string[]): Promise<number> {
  return runCommand(adminUsage, line, async () => {
    // a line that cannot be understood is refused before anything is opened
    readAdminCommand(line);
    for (const text of await runOnSite('admin', line)) process.stdout.write(`${text}\n`);
  });
}

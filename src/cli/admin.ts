import { adminUsage, readAdminCommand } from './admin-commands.ts';
import { runCommand } from './command.ts';
import { runOnSite } from './site-commands.ts';

process.exitCode = await runCommand(adminUsage, process.argv.slice(2), async (line) => {
  // a line that cannot be understood is refused before anything is opened
  readAdminCommand(line);
  for (const text of await runOnSite('admin', line)) process.stdout.write(`${text}\n`);
});

import { runAdmin } from './admin-command.ts';

process.exitCode = await runAdmin(process.argv.slice(2));

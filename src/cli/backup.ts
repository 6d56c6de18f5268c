import { runBackup } from './transfer/backup-command.ts';

process.exitCode = await runBackup(process.argv.slice(2));

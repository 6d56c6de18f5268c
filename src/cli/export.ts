import { runExport } from './transfer/export-command.ts';

process.exitCode = await runExport(process.argv.slice(2));

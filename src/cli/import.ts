import { runImport } from './transfer/import-command.ts';

process.exitCode = await runImport(process.argv.slice(2));

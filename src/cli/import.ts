import { runImport } from '../transfer/cli/import-command.ts';

process.exitCode = await runImport(process.argv.slice(2));

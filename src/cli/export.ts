import { runExport } from '../transfer/cli/export-command.ts';

process.exitCode = await runExport(process.argv.slice(2));

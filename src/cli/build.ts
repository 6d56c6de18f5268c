import { buildService } from '../build/bundle.ts';
import { readLine, runCommand } from './command.ts';

const usage = `Usage: npm run build

Writes dist, what npm start loads instead of the sources while none of them has changed since. npm ci does so too. Never needed: without a
build the sources are loaded, which takes half as long again.`;

process.exitCode = await runCommand(usage, process.argv.slice(2), async (line) => {
  readLine(line, {});
  process.stdout.write(`Built: ${await buildService()}\n`);
});

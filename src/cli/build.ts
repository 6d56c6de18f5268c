import { buildService } from '../build/bundle.ts';
import { readLine, runCommand } from './command.ts';

const usage = `Usage: npm run build

Writes dist, which npm start loads as long as no source has changed since. npm ci runs it too. It is optional: without a build the sources are
loaded, which takes half as long again.`;

process.exitCode = await runCommand(usage, process.argv.slice(2), async (line) => {
  readLine(line, {});
  process.stdout.write(`Built: ${await buildService()}\n`);
});

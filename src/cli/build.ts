import { buildService } from '../build/bundle.ts';
import { parseArguments, runCommand } from './command.ts';

const usage = `Usage: npm run build

Writes dist, which npm start loads until a source changes. npm ci runs it, too. The build is optional: without it, npm start loads the sources,
which takes 50 % longer.`;

process.exitCode = await runCommand(usage, process.argv.slice(2), async (args) => {
  parseArguments(args, {});
  process.stdout.write(`Built: ${await buildService()}\n`);
});

import { readConfig } from '../config/config.ts';
import { prepareContent, seedDemoContent } from '../initial-content.ts';
import { openSite } from '../open-site.ts';
import { formatCredentials } from '../welcome.ts';
import { parseArguments, runCommand } from './command.ts';

const usage = `Usage: npm run seed

Adds the demo content to the site, regardless of DEMO_DATA. Running it again adds nothing. The site may be running.`;

process.exitCode = await runCommand(usage, process.argv.slice(2), async (args) => {
  parseArguments(args, {});
  const site = await openSite({ ...readConfig(), demoData: 'none' });
  try {
    const bootstrap = await prepareContent(site);
    await seedDemoContent(site, bootstrap.userId);
    for (const text of formatCredentials(bootstrap)) process.stdout.write(`${text}\n`);
    process.stdout.write('The site contains the demo content.\n');
  } finally {
    await site.close();
  }
});

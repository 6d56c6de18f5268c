import { readConfig } from '../config.ts';
import { seedDemoPosts } from '../content/demo.ts';
import { seedDemoEvents } from '../events/demo.ts';
import { prepareContents } from '../first-contents.ts';
import { openSite } from '../open-site.ts';

// Puts the demo content into a site, whatever DEMO_DATA says. Repeating it adds nothing.
const site = await openSite(readConfig());
try {
  const { userId } = await prepareContents(site);
  await seedDemoPosts(site, userId);
  await seedDemoEvents(site, userId);
  process.stdout.write('The demo content is in the site.\n');
} finally {
  await site.close();
}

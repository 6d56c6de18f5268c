import { readConfig } from '../../src/config/config.ts';
import { deliverMail } from '../../src/domains/site/mail-delivery.ts';
import { openSite } from '../../src/open-site.ts';

// A process that sends waiting mail. The test kills it while it sends.
const [DATABASE_URL = '', SMTP_URL = ''] = process.argv.slice(2);
const site = await openSite(
  readConfig({ DATABASE_URL, SMTP_URL, SITE_URL: 'http://site.test', SECRET_KEY: '0'.repeat(64), LOG_LEVEL: 'silent' }),
);
await deliverMail(site);
await site.close();

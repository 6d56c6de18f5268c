import { readConfig } from '../../src/config/config.ts';
import { deliverMail } from '../../src/domains/site/mail-delivery.ts';
import { openSite } from '../../src/open-site.ts';

// A process that sends waiting mail and that a test kills while it does so.
const [DATABASE_URL = '', SMTP_URL = ''] = process.argv.slice(2);
const site = await openSite(
  readConfig({ DATABASE_URL, SMTP_URL, SITE_URL: 'http://site.test', SECRET_KEY: '0'.repeat(64), LOG_LEVEL: 'silent' }),
);
await deliverMail(site);
await site.close();

import { readConfig } from '../../src/config/config.ts';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { deliverMail } from '../../src/domains/site/mail-delivery.ts';
import { sendDueReports } from '../../src/domains/analytics/email-reports/due-reports.ts';
import { openSite } from '../../src/open-site.ts';
import { createLog } from '../../src/core/logging/log.ts';

// A process that creates and mails the due reports. Its clock is some milliseconds ahead. It prints each created report. The test kills it.
const [DATABASE_URL = '', SMTP_URL = '', offsetMs = '0'] = process.argv.slice(2);
setClock(createShiftedClock(Number(offsetMs)));
const config = readConfig({ DATABASE_URL, SMTP_URL, SITE_URL: 'http://site.test', SECRET_KEY: '0'.repeat(64), LOG_LEVEL: 'silent' });
const site = await openSite(config, createLog('silent'), {
  onQuery(text) {
    if (/^\s*INSERT INTO\s+\S*"outgoing_mail"/i.test(text)) process.stdout.write('made\n');
  },
});
await sendDueReports(site);
await deliverMail(site);
await site.close();

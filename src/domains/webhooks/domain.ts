import { defineDomain } from '#app/site.ts';
import { webhookMeasures } from './webhooks.measures.ts';
import { webhookData } from './personal-data.ts';
import { removeOldMessages } from './retention.ts';
import { deliverWebhooks } from './webhooks.jobs.ts';
import { webhookMails } from './webhooks.mail.ts';
import * as webhookSettings from './webhooks.settings.ts';

/** Webhooks about changes. Database triggers write the messages (`webhook_write` in the migrations). This domain delivers, lists and deletes them. */
export const webhooks = defineDomain({
  name: 'webhooks',
  settings: Object.values(webhookSettings),
  measures: webhookMeasures,
  personalData: webhookData,
  mails: webhookMails,
  jobs: [deliverWebhooks],
  cleanUp: async (site) => ({ webhookMessages: await removeOldMessages(site) }),
});

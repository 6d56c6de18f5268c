import { purgeSessions } from '../auth/sessions.ts';
import { purgeTrashedComments } from '../comments/comment.service.ts';
import { publishDueContent } from '../content/schedule.service.ts';
import { purgeTrash } from '../content/trash.service.ts';
import { purgeEmbeds } from '../embeds/embed-cache.ts';
import { purgeIdempotencyKeys } from '../http/idempotency-store.ts';
import { deliverMail } from '../mail/delivery.ts';
import { trashDays } from '../settings/site.settings.ts';
import { removeOldCarts } from '../tickets/cart.service.ts';
import { composers } from '../tickets/mail-composers.ts';
import { releaseExpiredHolds, releaseUnpaid } from '../tickets/holds/expired.ts';
import { offerFreePlaces } from '../tickets/waiting-list/offers.ts';
import type { Job } from './job.ts';

/** core-rest.md 12. Reads settle due content too, so that a missed run is never seen. */
export const publishScheduled: Job = {
  name: 'publish-scheduled',
  every: '* * * * *',
  run: async (site) => {
    const published = await publishDueContent(site);
    if (published.length > 0) site.log.info({ contents: published }, 'scheduled content published');
  },
};

export const emptyTrash: Job = {
  name: 'empty-trash',
  every: '17 3 * * *',
  run: async (site) => {
    const count = (await purgeTrash(site)) + (await purgeTrashedComments(site, site.settings.get(trashDays)));
    if (count > 0) site.log.info({ count }, 'old trash deleted');
  },
};

export const cleanUp: Job = {
  name: 'clean-up',
  every: '47 3 * * *',
  run: async (site) => {
    const removed = {
      sessions: await purgeSessions(site),
      embeds: await purgeEmbeds(site),
      answers: await purgeIdempotencyKeys(site),
      carts: await removeOldCarts(site),
    };
    site.log.debug(removed, 'expired sessions, embeds, kept answers and carts removed');
  },
};

/** Comes back for what a killed process left and what a mail server refused for the moment; new mail starts it at once. */
export const sendMail: Job = {
  name: 'send-mail',
  every: '* * * * *',
  run: async (site) => {
    const sent = await deliverMail(site, composers);
    if (sent > 0) site.log.info({ sent }, 'mail sent');
  },
};

/** Places that are held too long come back, and what is free goes to those who wait (tickets.md 3). */
export const releasePlaces: Job = {
  name: 'release-places',
  every: '* * * * *',
  run: async (site) => {
    const done = {
      holds: await releaseExpiredHolds(site),
      unpaid: await releaseUnpaid(site),
      offers: (await offerFreePlaces(site)).length,
    };
    if (done.holds + done.unpaid + done.offers > 0) site.log.info(done, 'held places released, free ones offered');
  },
};

export const siteJobs: readonly Job[] = [publishScheduled, emptyTrash, cleanUp, sendMail, releasePlaces];

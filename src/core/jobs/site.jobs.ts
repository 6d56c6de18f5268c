import type { Site } from '../../site.ts';
import { deliverMail } from '../mail/delivery.ts';
import type { Job } from './job.ts';

/** Comes back for what a killed process left and what a mail server refused for the moment; new mail starts it at once. */
export const sendMail: Job = {
  name: 'send-mail',
  every: '* * * * *',
  run: async (site) => {
    const sent = await deliverMail(site);
    if (sent > 0) site.log.info({ sent }, 'mail sent');
  },
};

/** What is over in any domain goes at night. One domain's failure does not keep the others from it. */
const cleanUp: Job = {
  name: 'clean-up',
  every: '47 3 * * *',
  run: async (site) => {
    const removed: Record<string, number> = {};
    for (const domain of site.domains) {
      try {
        Object.assign(removed, await domain.cleanUp?.(site));
      } catch (error) {
        site.log.error({ err: error, domain: domain.name }, 'what is over could not be removed');
      }
    }
    site.log.debug(removed, 'what was over is removed');
  },
};

/** All work of the site that comes back by itself. */
export function jobsOf(site: Site): readonly Job[] {
  return [sendMail, cleanUp, ...site.domains.flatMap(({ jobs }) => jobs ?? [])];
}

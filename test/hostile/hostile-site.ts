import { pino } from 'pino';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { createSender } from './sender.ts';
import { createRowHasher } from './stored-hash.ts';

/** A listening site that receives hostile requests. */
export interface HostileSite extends ListeningSite {
  /** Sends a request whose path is relative to the REST root. */
  send: ReturnType<typeof createSender>['send'];
  /** Errors in the log so far. */
  logged: readonly string[];
  /** Returns a hash of all stored rows. */
  hash(): Promise<string>;
}

export async function openHostileSite(environment: Record<string, string> = {}): Promise<HostileSite> {
  const logged: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => logged.push(line) });
  const site = await openListeningSite({ environment, log });
  const sender = createSender(site.rest);
  return {
    ...site,
    send: sender.send,
    logged,
    hash: await createRowHasher(site.site),
    async close() {
      sender.close();
      await site.close();
    },
  };
}

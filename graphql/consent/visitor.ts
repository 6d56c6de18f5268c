import type { Visitor } from '#app/domains/consent/documenting/visitor.ts';
import type { Context } from '../context.ts';

/** Who gives a consent, as the request tells it. */
export function visitorOf({ client, cookies }: Context): Visitor {
  return { ip: client.ip, userAgent: client.userAgent, doNotTrack: client.doNotTrack === true, cookies };
}

import type { Visitor } from '#app/domains/consent/documenting/visitor.ts';
import type { Context } from '../context.ts';

/** Returns the visitor who gives a consent, read from the request. */
export function getVisitor({ client, cookies }: Context): Visitor {
  return { ip: client.ip, userAgent: client.userAgent, doNotTrack: client.doNotTrack === true, cookies };
}

import { isbot } from 'isbot';
import type { Cookies } from '#app/core/http/cookies.ts';

/** Properties of a visitor's request. */
export interface Visitor {
  ip: string;
  userAgent: string;
  /** True if the request has the header `DNT: 1`. */
  doNotTrack: boolean;
  cookies: Cookies;
}

/** True if the user agent is Chrome's Lighthouse, which must see the banner. */
export const isLighthouse = ({ userAgent }: Visitor): boolean => /chrome-lighthouse/i.test(userAgent);

/** True if the user agent is a bot other than Lighthouse. */
export const isBot = (visitor: Visitor): boolean => isbot(visitor.userAgent) && !isLighthouse(visitor);

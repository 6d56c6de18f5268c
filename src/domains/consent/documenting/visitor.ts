import { isbot } from 'isbot';
import type { Cookies } from '#app/core/http/cookies.ts';

/** Who gives a consent, and from where: what a request tells of it. */
export interface Visitor {
  ip: string;
  userAgent: string;
  /** The request carries `DNT: 1`. */
  doNotTrack: boolean;
  cookies: Cookies;
}

/** Whether the user agent says that it is the speed measurement of Chrome, which must see the banner. */
export const isLighthouse = ({ userAgent }: Visitor): boolean => /chrome-lighthouse/i.test(userAgent);

/** Whether the user agent says that nobody sits before it. */
export const isBot = (visitor: Visitor): boolean => isbot(visitor.userAgent) && !isLighthouse(visitor);

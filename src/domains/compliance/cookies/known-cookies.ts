import type { CookieService } from '#db';

/** Description of a widely used cookie. */
export interface KnownCookie {
  retention: string;
  function: string;
  purpose: 'Functional' | 'Preferences' | 'Statistics' | 'Marketing';
  service: string;
}

/** Description of a widely used service. */
export type KnownService = Pick<CookieService, 'category' | 'thirdParty' | 'sharesData' | 'privacyStatementUrl'>;

const ownService: KnownService = { category: 'functional', thirdParty: false, sharesData: false, privacyStatementUrl: '' };
const GOOGLE_PRIVACY_URL = 'https://policies.google.com/privacy';

export const knownServices: Readonly<Record<string, KnownService>> = {
  'This site': ownService,
  'Google Analytics': { category: 'statistics', thirdParty: true, sharesData: true, privacyStatementUrl: GOOGLE_PRIVACY_URL },
  'Google Ads': { category: 'marketing', thirdParty: true, sharesData: true, privacyStatementUrl: GOOGLE_PRIVACY_URL },
  Facebook: { category: 'marketing', thirdParty: true, sharesData: true, privacyStatementUrl: 'https://www.facebook.com/privacy/policy' },
  Matomo: { category: 'statistics', thirdParty: false, sharesData: false, privacyStatementUrl: '' },
  Hotjar: {
    category: 'statistics',
    thirdParty: true,
    sharesData: true,
    privacyStatementUrl: 'https://www.hotjar.com/legal/policies/privacy/',
  },
  Stripe: { category: 'functional', thirdParty: true, sharesData: true, privacyStatementUrl: 'https://stripe.com/privacy' },
  YouTube: { category: 'marketing', thirdParty: true, sharesData: true, privacyStatementUrl: GOOGLE_PRIVACY_URL },
};

const declareCookie = (service: string, purpose: KnownCookie['purpose'], retention: string, description: string): KnownCookie => ({
  retention,
  function: description,
  purpose,
  service,
});

/** Descriptions of cookies by name. A `*` in a name matches any string. Privacy managers describe other cookies themselves. */
export const knownCookies: Readonly<Record<string, KnownCookie>> = {
  marquee_session: declareCookie('This site', 'Functional', 'session, or 14 days', 'Keep someone signed in'),
  marquee_sign_in: declareCookie('This site', 'Functional', '15 minutes', 'Remember an unfinished sign-in'),
  marquee_checkout: declareCookie('This site', 'Functional', '1 day', 'Find the tickets of an unfinished order again'),
  'marquee_post_*': declareCookie('This site', 'Functional', '1 hour', 'Remember that the password of a page was entered'),
  'tickets-cart': declareCookie('This site', 'Functional', '1 day', 'Remember what is in the cart'),
  marquee_visitor: declareCookie('This site', 'Functional', '365 days', 'Remember the consent of the visitor'),
  '_ga*': declareCookie('Google Analytics', 'Statistics', '2 years', 'Count and track page views'),
  _gid: declareCookie('Google Analytics', 'Statistics', '1 day', 'Count and track page views'),
  '_gat*': declareCookie('Google Analytics', 'Statistics', '1 minute', 'Limit the number of requests'),
  '_gcl_*': declareCookie('Google Ads', 'Marketing', '90 days', 'Store and track conversions'),
  IDE: declareCookie('Google Ads', 'Marketing', '1 year', 'Show and count advertisements'),
  _fbp: declareCookie('Facebook', 'Marketing', '3 months', 'Store and track visits across sites'),
  '_pk_id*': declareCookie('Matomo', 'Statistics', '13 months', 'Tell visitors apart'),
  '_pk_ses*': declareCookie('Matomo', 'Statistics', '30 minutes', 'Count page views of a visit'),
  '_hj*': declareCookie('Hotjar', 'Statistics', '1 year', 'Record how the site is used'),
  __stripe_mid: declareCookie('Stripe', 'Functional', '1 year', 'Prevent fraud in payments'),
  __stripe_sid: declareCookie('Stripe', 'Functional', '30 minutes', 'Prevent fraud in payments'),
  VISITOR_INFO1_LIVE: declareCookie('YouTube', 'Marketing', '6 months', 'Measure the bandwidth of a visitor'),
  YSC: declareCookie('YouTube', 'Marketing', 'session', 'Remember which videos were watched'),
};

/** Description of a widely used cookie. */
export interface KnownCookie {
  retention: string;
  function: string;
  purpose: 'Functional' | 'Preferences' | 'Statistics' | 'Marketing';
  service: string;
}

/** Description of a widely used service. */
export interface KnownService {
  category: string;
  thirdParty: boolean;
  sharesData: boolean;
  privacyStatementUrl: string;
}

const own: KnownService = { category: 'functional', thirdParty: false, sharesData: false, privacyStatementUrl: '' };
const google = 'https://policies.google.com/privacy';

export const knownServices: Readonly<Record<string, KnownService>> = {
  'This site': own,
  'Google Analytics': { category: 'statistics', thirdParty: true, sharesData: true, privacyStatementUrl: google },
  'Google Ads': { category: 'marketing', thirdParty: true, sharesData: true, privacyStatementUrl: google },
  Facebook: { category: 'marketing', thirdParty: true, sharesData: true, privacyStatementUrl: 'https://www.facebook.com/privacy/policy' },
  Matomo: { category: 'statistics', thirdParty: false, sharesData: false, privacyStatementUrl: '' },
  Hotjar: {
    category: 'statistics',
    thirdParty: true,
    sharesData: true,
    privacyStatementUrl: 'https://www.hotjar.com/legal/policies/privacy/',
  },
  Stripe: { category: 'functional', thirdParty: true, sharesData: true, privacyStatementUrl: 'https://stripe.com/privacy' },
  YouTube: { category: 'marketing', thirdParty: true, sharesData: true, privacyStatementUrl: google },
};

const cookie = (service: string, purpose: KnownCookie['purpose'], retention: string, what: string): KnownCookie => ({
  retention,
  function: what,
  purpose,
  service,
});

/** Known cookies by name, in which one `*` matches any text. Privacy managers describe other cookies. */
export const knownCookies: Readonly<Record<string, KnownCookie>> = {
  marquee_session: cookie('This site', 'Functional', 'session, or 14 days', 'Keep someone signed in'),
  marquee_sign_in: cookie('This site', 'Functional', '15 minutes', 'Remember a sign-in that is not finished'),
  marquee_checkout: cookie('This site', 'Functional', '1 day', 'Find the tickets again that are being ordered'),
  'marquee_post_*': cookie('This site', 'Functional', '1 hour', 'Remember that the password of a text was given'),
  'tickets-cart': cookie('This site', 'Functional', '1 day', 'Remember what is in the cart'),
  marquee_visitor: cookie('This site', 'Functional', '365 days', 'Remember which consent was given'),
  '_ga*': cookie('Google Analytics', 'Statistics', '2 years', 'Count and track page views'),
  _gid: cookie('Google Analytics', 'Statistics', '1 day', 'Count and track page views'),
  '_gat*': cookie('Google Analytics', 'Statistics', '1 minute', 'Limit the number of requests'),
  '_gcl_*': cookie('Google Ads', 'Marketing', '90 days', 'Store and track conversions'),
  IDE: cookie('Google Ads', 'Marketing', '1 year', 'Show and count advertisements'),
  _fbp: cookie('Facebook', 'Marketing', '3 months', 'Store and track visits across sites'),
  '_pk_id*': cookie('Matomo', 'Statistics', '13 months', 'Tell visitors apart'),
  '_pk_ses*': cookie('Matomo', 'Statistics', '30 minutes', 'Count page views of a visit'),
  '_hj*': cookie('Hotjar', 'Statistics', '1 year', 'Record how the site is used'),
  __stripe_mid: cookie('Stripe', 'Functional', '1 year', 'Keep fraud away from payments'),
  __stripe_sid: cookie('Stripe', 'Functional', '30 minutes', 'Keep fraud away from payments'),
  VISITOR_INFO1_LIVE: cookie('YouTube', 'Marketing', '6 months', 'Measure the bandwidth of a visitor'),
  YSC: cookie('YouTube', 'Marketing', 'session', 'Remember which videos were watched'),
};

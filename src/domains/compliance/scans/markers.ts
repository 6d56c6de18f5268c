/** Describes how to recognize a technology on a page. */
export interface Marker {
  /** Name of the technology, as scanners report it. */
  technology: string;
  /** Matches addresses that a page loads if it uses the technology. */
  loads: RegExp;
  /** Names of cookies and storage entries that the technology sets. */
  cookies?: readonly string[];
}

const marker = (technology: string, loads: RegExp, cookies: readonly string[] = []): Marker => ({ technology, loads, cookies });

/** Technologies that the scanner recognizes by the addresses that a page loads. */
export const markers: readonly Marker[] = [
  marker('Google Analytics', /^https?:\/\/(?:(?:www|ssl)\.google-analytics\.com|www\.googletagmanager\.com\/gtag)\//i, [
    '_ga*',
    '_gid',
    '_gat*',
  ]),
  marker('Google Tag Manager', /^https?:\/\/www\.googletagmanager\.com\/(?:gtm\.js|ns\.html)/i),
  marker(
    'Google Ads',
    /^https?:\/\/(?:www\.googleadservices\.com|googleads\.g\.doubleclick\.net|(?:www\.)?googletagmanager\.com\/gtag\/js\?id=AW-)/i,
    ['_gcl_*', 'IDE'],
  ),
  marker('Google AdSense', /^https?:\/\/pagead2\.googlesyndication\.com\//i, ['IDE']),
  marker('Google Publisher Tag', /^https?:\/\/(?:securepubads\.g\.doubleclick\.net|www\.googletagservices\.com)\//i, ['IDE']),
  marker('Facebook', /^https?:\/\/connect\.facebook\.net\//i, ['_fbp']),
  marker('Matomo', /\/(?:matomo|piwik)\.(?:js|php)(?:[?#]|$)/i, ['_pk_id*', '_pk_ses*']),
  marker('Hotjar', /^https?:\/\/(?:static|script)\.hotjar\.com\//i, ['_hj*']),
  marker('Stripe', /^https?:\/\/js\.stripe\.com\//i, ['__stripe_mid', '__stripe_sid']),
  marker('YouTube', /^https?:\/\/www\.youtube\.com\/embed\//i, ['VISITOR_INFO1_LIVE', 'YSC']),
  marker('Criteo', /^https?:\/\/[\w.-]*criteo\.(?:com|net)\//i),
  marker('Taboola', /^https?:\/\/[\w.-]*taboola\.com\//i),
  marker('Outbrain', /^https?:\/\/[\w.-]*outbrain\.com\//i),
  marker('Quantcast', /^https?:\/\/[\w.-]*quantserve\.com\//i),
  marker('Amazon Advertising', /^https?:\/\/[\w.-]*amazon-adsystem\.com\//i),
  marker('Xandr', /^https?:\/\/[\w.-]*adnxs\.com\//i),
  marker('Media.net', /^https?:\/\/[\w.-]*media\.net\//i),
  marker('PubMatic', /^https?:\/\/[\w.-]*pubmatic\.com\//i),
];

/** Matches addresses of Google's consent tool for advertisers. */
export const FUNDING_CHOICES = /^https?:\/\/fundingchoicesmessages\.google\.com\//i;

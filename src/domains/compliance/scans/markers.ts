/** Describes how to recognize a technology on a page. */
export interface Marker {
  /** Name of the technology, as scanners report it. */
  technology: string;
  /** Matches URLs that a page loads if it uses the technology. */
  loads: RegExp;
  /** Names of cookies and storage entries that the technology sets. */
  cookies?: readonly string[];
}

const declareMarker = (technology: string, loads: RegExp, cookies: readonly string[] = []): Marker => ({ technology, loads, cookies });

/** Technologies that the scanner recognizes by the URLs that a page loads. */
export const markers: readonly Marker[] = [
  declareMarker('Google Analytics', /^https?:\/\/(?:(?:www|ssl)\.google-analytics\.com|www\.googletagmanager\.com\/gtag)\//i, [
    '_ga*',
    '_gid',
    '_gat*',
  ]),
  declareMarker('Google Tag Manager', /^https?:\/\/www\.googletagmanager\.com\/(?:gtm\.js|ns\.html)/i),
  declareMarker(
    'Google Ads',
    /^https?:\/\/(?:www\.googleadservices\.com|googleads\.g\.doubleclick\.net|(?:www\.)?googletagmanager\.com\/gtag\/js\?id=AW-)/i,
    ['_gcl_*', 'IDE'],
  ),
  declareMarker('Google AdSense', /^https?:\/\/pagead2\.googlesyndication\.com\//i, ['IDE']),
  declareMarker('Google Publisher Tag', /^https?:\/\/(?:securepubads\.g\.doubleclick\.net|www\.googletagservices\.com)\//i, ['IDE']),
  declareMarker('Facebook', /^https?:\/\/connect\.facebook\.net\//i, ['_fbp']),
  declareMarker('Matomo', /\/(?:matomo|piwik)\.(?:js|php)(?:[?#]|$)/i, ['_pk_id*', '_pk_ses*']),
  declareMarker('Hotjar', /^https?:\/\/(?:static|script)\.hotjar\.com\//i, ['_hj*']),
  declareMarker('Stripe', /^https?:\/\/js\.stripe\.com\//i, ['__stripe_mid', '__stripe_sid']),
  declareMarker('YouTube', /^https?:\/\/www\.youtube\.com\/embed\//i, ['VISITOR_INFO1_LIVE', 'YSC']),
  declareMarker('Criteo', /^https?:\/\/[\w.-]*criteo\.(?:com|net)\//i),
  declareMarker('Taboola', /^https?:\/\/[\w.-]*taboola\.com\//i),
  declareMarker('Outbrain', /^https?:\/\/[\w.-]*outbrain\.com\//i),
  declareMarker('Quantcast', /^https?:\/\/[\w.-]*quantserve\.com\//i),
  declareMarker('Amazon Advertising', /^https?:\/\/[\w.-]*amazon-adsystem\.com\//i),
  declareMarker('Xandr', /^https?:\/\/[\w.-]*adnxs\.com\//i),
  declareMarker('Media.net', /^https?:\/\/[\w.-]*media\.net\//i),
  declareMarker('PubMatic', /^https?:\/\/[\w.-]*pubmatic\.com\//i),
];

/** Matches URLs of Google's consent tool for advertisers. */
export const FUNDING_CHOICES = /^https?:\/\/fundingchoicesmessages\.google\.com\//i;

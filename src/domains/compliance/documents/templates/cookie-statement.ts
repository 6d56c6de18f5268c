import { laws, type Region } from '../../regions/regions.rules.ts';
import type { DocumentElement, DocumentTemplate } from '../document.ts';

const updated = (region: Region): DocumentElement => ({
  text: `<i>This page was last changed on [publish_date], last checked on [checked_date], and is meant for citizens and legal permanent residents of ${laws[region].citizens}.</i>`,
});

const kinds: readonly DocumentElement[] = [
  { id: 'kinds', title: 'Cookies by kind' },
  {
    subtitle: 'Functional cookies',
    text: 'Some cookies let parts of the site work, and remember what you chose: that you are signed in, or which tickets you have put aside. We may place them without your consent.',
  },
  {
    subtitle: 'Statistics cookies',
    when: ['statistics', 'statistics-need-consent'],
    text: 'Statistics cookies tell us how our site is used, so that we can make it better. We ask for your consent before we place them.',
  },
  {
    subtitle: 'Statistics cookies',
    when: ['statistics', 'statistics-without-consent'],
    text: 'Statistics cookies tell us how our site is used, so that we can make it better. What they tell is reduced so far that your consent is not needed.',
  },
  {
    subtitle: 'Advertising cookies',
    when: ['advertising'],
    text: 'Advertising cookies let us, and others, show advertisements that fit what you have looked at. You can object to the sharing of data for this purpose at any time.',
  },
  {
    subtitle: 'Marketing cookies',
    when: ['marketing'],
    text: 'Marketing cookies are used to recognise you on this site or on several ones, to show advertisements, or for similar purposes.',
  },
  {
    subtitle: 'Social media',
    when: ['social-media'],
    text: 'This site holds content of social networks. It is embedded with code of these networks and places cookies; what is read there may be kept and used for personal advertisements. Please read the statements of these networks to learn what they do with it.',
  },
];

const introduction: DocumentElement = {
  id: 'introduction',
  title: 'Introduction',
  text: 'Our site, [domain] (hereinafter: “the site”), uses cookies and related means; for the sake of brevity all of them are called “cookies” here. Cookies are also placed by others whom we have engaged. In this document we tell you how cookies are used on the site.',
};
const what: readonly DocumentElement[] = [
  {
    id: 'cookies',
    title: 'What are cookies?',
    text: 'A cookie is a small text that is sent along with the pages of a site and stored by your browser. What it holds may be sent back to us, or to others, when you come again.',
  },
  {
    id: 'scripts',
    title: 'What are scripts?',
    text: 'A script is a piece of program code that makes a site work and lets it answer what you do. It runs on our server or on your device.',
  },
  {
    id: 'beacons',
    title: 'What is a web beacon?',
    when: ['not-only-functional'],
    text: 'A web beacon is a small, invisible text or picture on a site by which visits are counted. For this, data about you are stored.',
  },
];
const placed: DocumentElement = { id: 'placed', title: 'Placed cookies', insert: 'cookies' };
const rightsOf = (citizens: string): DocumentElement => ({
  id: 'rights',
  title: 'Your rights with respect to personal data',
  text: `As a resident of ${citizens} you may ask us to show you the data that we hold about you, to correct or to delete them, to hand them over in a form that programs can read, and to stop using them. You may take back a consent at any time. To do so, please write to us: [article-contact]. If you have a complaint about how we treat your data we would like to hear it; you may also turn to the authority that watches over data protection.`,
});
const disabling: DocumentElement = {
  id: 'disabling',
  title: 'Enabling, disabling and deleting cookies',
  text: 'You can delete cookies by your browser, at once or whenever it is closed, and tell it that certain cookies may not be placed. Your browser can also tell you each time a cookie is placed; its help says how.\n\nPlease note that the site may not work properly when all cookies are disabled. Cookies that you delete are placed again, after your consent, when you come again.',
};
const contact: DocumentElement = {
  id: 'contact',
  title: 'Contact details',
  text: 'For questions and comments about our cookies and this document please write to:\n\n[organisation_name]<br>[address_company]<br>[country_company]<br>Site: [domain]<br>[email_line]<br>[telephone_line]',
};
const synchronised: DocumentElement = {
  text: 'The list of cookies was last compared with the site on [sync_date].',
};

function optIn(region: Region): readonly DocumentElement[] {
  return [
    updated(region),
    introduction,
    ...what,
    ...kinds,
    placed,
    {
      id: 'consent',
      title: 'Consent',
      text: 'When you visit our site for the first time we show you a notice about cookies. By [consent_button] you consent to the kinds of cookies that you chose there, as described in this document. You can disable cookies by your browser, but please note that our site may then no longer work properly.',
    },
    { subtitle: 'Manage your consent', insert: 'controls' },
    disabling,
    rightsOf(laws[region].citizens),
    contact,
    synchronised,
  ];
}

function optOut(region: Region): readonly DocumentElement[] {
  return [
    updated(region),
    introduction,
    ...what,
    ...kinds,
    placed,
    {
      id: 'objection',
      title: 'Your choice',
      text: 'We use cookies as described in this document. You can object to all but the functional ones: here at any time, or by a browser that sends a signal for it (Global Privacy Control).',
    },
    { subtitle: 'Manage your choice', insert: 'controls' },
    disabling,
    rightsOf(laws[region].citizens),
    contact,
    synchronised,
  ];
}

const unitedStates: readonly DocumentElement[] = [
  updated('us'),
  {
    ...introduction,
    text: `${introduction.text} It also says how you can opt out of the sale and the sharing of your personal information.`,
  },
  ...what,
  ...kinds,
  placed,
  {
    id: 'opt-out',
    title: 'Do not sell or share my personal information',
    text: 'You may opt out of the sale of your personal information, of its sharing for advertisements across contexts, and limit the use of sensitive information. We honour signals that your browser sends for this purpose (Global Privacy Control). We never treat you worse for it.',
  },
  { subtitle: 'Manage your choice', insert: 'controls' },
  { subtitle: 'Send us a request', when: ['data-requests'], insert: 'request-form' },
  disabling,
  rightsOf(laws.us.citizens),
  contact,
  synchronised,
];

/** Returns the default cookie policy of a region. With `optin`, it explains how visitors give consent. */
export function cookieStatement(region: Region, consentType: 'optin' | 'optout'): DocumentTemplate {
  if (region === 'us') return { title: 'Opt-out preferences', elements: unitedStates };
  return { title: `Cookie Policy (${region.toUpperCase()})`, elements: consentType === 'optin' ? optIn(region) : optOut(region) };
}

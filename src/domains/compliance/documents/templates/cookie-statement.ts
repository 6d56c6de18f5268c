import { laws, type Region } from '../../regions/regions.rules.ts';
import type { DocumentElement, DocumentTemplate } from '../document.ts';

const buildDateNote = (region: Region): DocumentElement => ({
  text: `<i>This page was last changed on [publish_date], last checked on [checked_date], and is meant for citizens and legal permanent residents of ${laws[region].citizens}.</i>`,
});

const kinds: readonly DocumentElement[] = [
  { id: 'kinds', title: 'Cookies by kind' },
  {
    subtitle: 'Functional cookies',
    text: 'Some cookies make parts of the site work and remember what you have done, such as signing in or choosing tickets. We may place these cookies without your consent.',
  },
  {
    subtitle: 'Statistics cookies',
    when: ['statistics', 'statistics-need-consent'],
    text: 'Statistics cookies tell us how our site is used, so that we can improve it. We ask for your consent before we place these cookies.',
  },
  {
    subtitle: 'Statistics cookies',
    when: ['statistics', 'statistics-without-consent'],
    text: 'Statistics cookies tell us how our site is used, so that we can improve it. They collect so little data that we do not need your consent.',
  },
  {
    subtitle: 'Advertising cookies',
    when: ['advertising'],
    text: 'Advertising cookies let us and third parties show advertisements that match the pages you have visited. You can object to the sharing of data for this purpose at any time.',
  },
  {
    subtitle: 'Marketing cookies',
    when: ['marketing'],
    text: 'Marketing cookies are used to recognize you on this site or across sites, to show advertisements, or for similar purposes.',
  },
  {
    subtitle: 'Social media',
    when: ['social-media'],
    text: 'This site contains content of social networks. The content is embedded with code of these networks, which places cookies. The networks may store the data that they collect and use it for personalized advertisements. Please read their privacy statements to learn how they use your data.',
  },
];

const introduction: DocumentElement = {
  id: 'introduction',
  title: 'Introduction',
  text: 'Our site, [domain] (hereinafter: “the site”), uses cookies and similar technologies, all of which we call “cookies” here. Third parties that work for us also place cookies. This document explains how cookies are used on the site.',
};
const definitions: readonly DocumentElement[] = [
  {
    id: 'cookies',
    title: 'What are cookies?',
    text: 'A cookie is a small text that a site sends with its pages and that your browser stores. On your next visit, your browser may send this text back to us or to third parties.',
  },
  {
    id: 'scripts',
    title: 'What are scripts?',
    text: 'A script is program code that makes a site work and respond to what you do. Scripts run on our server or on your device.',
  },
  {
    id: 'beacons',
    title: 'What is a web beacon?',
    when: ['not-only-functional'],
    text: 'A web beacon is a small, invisible text or image on a site that is used to count visits. For this purpose, data about you is stored.',
  },
];
const placedCookies: DocumentElement = { id: 'placed', title: 'Placed cookies', insert: 'cookies' };
const buildRights = (citizens: string): DocumentElement => ({
  id: 'rights',
  title: 'Your rights with respect to personal data',
  text: `As a resident of ${citizens} you may ask us to show you the personal data that we store about you, to correct or delete it, to transfer it in a machine-readable form, and to stop using it. You may withdraw a consent at any time. To do so, please contact us: [article-contact]. If you have a complaint about how we handle your data, please tell us. You may also contact the data protection authority.`,
});
const disabling: DocumentElement = {
  id: 'disabling',
  title: 'Enabling, disabling and deleting cookies',
  text: 'Your browser can delete cookies, at once or whenever you close it, and refuse certain cookies. It can also notify you each time a cookie is placed. The help of your browser explains how.\n\nPlease note that the site may not work properly if all cookies are disabled. If you delete cookies, they are placed again on your next visit, after you have consented.',
};
const contact: DocumentElement = {
  id: 'contact',
  title: 'Contact details',
  text: 'For questions and comments about our cookies and this document, please contact:\n\n[organisation_name]<br>[address_company]<br>[country_company]<br>Site: [domain]<br>[email_line]<br>[telephone_line]',
};
const syncNote: DocumentElement = {
  text: 'The list of cookies was last compared with the site on [sync_date].',
};

function buildOptInElements(region: Region): readonly DocumentElement[] {
  return [
    buildDateNote(region),
    introduction,
    ...definitions,
    ...kinds,
    placedCookies,
    {
      id: 'consent',
      title: 'Consent',
      text: 'When you visit our site for the first time, we show you a notice about cookies. By [consent_button], you consent to the kinds of cookies that you have chosen there, as described in this document. Your browser can disable cookies, but please note that our site may then no longer work properly.',
    },
    { subtitle: 'Manage your consent', insert: 'controls' },
    disabling,
    buildRights(laws[region].citizens),
    contact,
    syncNote,
  ];
}

function buildOptOutElements(region: Region): readonly DocumentElement[] {
  return [
    buildDateNote(region),
    introduction,
    ...definitions,
    ...kinds,
    placedCookies,
    {
      id: 'objection',
      title: 'Your choice',
      text: 'We use cookies as described in this document. You can object to all cookies except the functional ones: here at any time, or with a browser that sends a privacy signal (Global Privacy Control).',
    },
    { subtitle: 'Manage your choice', insert: 'controls' },
    disabling,
    buildRights(laws[region].citizens),
    contact,
    syncNote,
  ];
}

const unitedStatesElements: readonly DocumentElement[] = [
  buildDateNote('us'),
  {
    ...introduction,
    text: `${introduction.text} It also explains how you can opt out of the sale and the sharing of your personal information.`,
  },
  ...definitions,
  ...kinds,
  placedCookies,
  {
    id: 'opt-out',
    title: 'Do not sell or share my personal information',
    text: 'You may opt out of the sale of your personal information and of its sharing for cross-context advertising, and limit the use of sensitive information. We respect signals that your browser sends for this purpose (Global Privacy Control). We never discriminate against you for your choice.',
  },
  { subtitle: 'Manage your choice', insert: 'controls' },
  { subtitle: 'Send us a request', when: ['data-requests'], insert: 'request-form' },
  disabling,
  buildRights(laws.us.citizens),
  contact,
  syncNote,
];

/** Returns the default cookie policy of a region. With `optin`, the policy explains how visitors consent; with `optout`, how they object. */
export function buildCookieStatement(region: Region, consentType: 'optin' | 'optout'): DocumentTemplate {
  if (region === 'us') return { title: 'Opt-out preferences', elements: unitedStatesElements };
  return {
    title: `Cookie Policy (${region.toUpperCase()})`,
    elements: consentType === 'optin' ? buildOptInElements(region) : buildOptOutElements(region),
  };
}

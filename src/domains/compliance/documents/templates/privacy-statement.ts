import { laws, type Region } from '../../regions/regions.rules.ts';
import type { DocumentElement, DocumentTemplate } from '../document.ts';

const listElements = (region: Region): readonly DocumentElement[] => [
  {
    text: `<i>This statement was last changed on [publish_date], last checked on [checked_date], and is meant for citizens and legal permanent residents of ${laws[region].citizens}.</i>`,
  },
  {
    text: 'This statement explains how we use the personal data that we collect through [domain]. We recommend that you read it. If we change this statement, we also change the date above.',
  },
  { id: 'purposes', title: 'Purposes, data and retention' },
  {
    subtitle: 'Running and protecting the site',
    text: 'Our server receives the IP address of your device, the name of your browser and the addresses of the pages that you request. We use this data to send you the pages and to prevent misuse. We store it only for as long as we need it to investigate attacks.',
  },
  {
    subtitle: 'Selling tickets and letting you in',
    when: ['sells-tickets'],
    text: 'When you order a ticket, we ask for your name and your e-mail address, so that we can send you the ticket and let you in. We store both with the order for as long as the law requires us to keep business records.',
  },
  {
    subtitle: 'Accounts',
    when: ['accounts'],
    text: 'If you have an account, we store your name, your e-mail address and the times of your sign-ins for as long as the account exists.',
  },
  {
    subtitle: 'Comments',
    text: 'If you write a comment, we store its text with your name, your e-mail address and the IP address of your device for as long as the comment exists.',
  },
  {
    subtitle: 'Counting visits',
    when: ['statistics'],
    text: 'We count visits with [compile_statistics] to improve the site. Our cookie policy explains what is stored, and for how long.',
  },
  {
    id: 'others',
    title: 'Sharing with others',
    text: 'We share data only with companies that we need for the purposes above: those that run our server and send our mail. These companies may not use the data for any other purpose.',
  },
  { text: 'We also share data for advertisements. You can object to this at any time.', when: ['advertising'] },
  {
    id: 'cookies',
    title: 'Cookies',
    text: 'Our site uses cookies. Our cookie policy explains what cookies are, which ones we use and how you can choose.',
  },
  {
    id: 'security',
    title: 'Security',
    text: 'Your browser encrypts everything that you send us, if it can. We store passwords in a form from which no one can recover them, and only a few people can read your data.',
  },
  {
    id: 'rights',
    title: 'Your rights',
    text: 'You may ask us to show you the personal data that we store about you, to correct or delete it, to transfer it in a machine-readable form, and to stop using it. You may withdraw a consent at any time.',
  },
  { subtitle: 'Send us a request', when: ['data-requests'], insert: 'request-form' },
  {
    id: 'complaints',
    title: 'Complaints',
    text: `If you have a complaint about how we handle your data, please tell us: [article-contact]. You may also contact the authority that enforces the ${laws[region].name}.`,
  },
  {
    id: 'contact',
    title: 'Contact details',
    text: '[organisation_name]<br>[address_company]<br>[country_company]<br>Site: [domain]<br>[email_line]<br>[telephone_line]',
  },
];

/** Returns the default privacy statement of a region. */
export const buildPrivacyStatement = (region: Region): DocumentTemplate => ({
  title: `Privacy Statement (${region.toUpperCase()})`,
  elements: listElements(region),
});

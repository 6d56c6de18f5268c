import { laws, type Region } from '../../regions/regions.rules.ts';
import type { DocumentElement, DocumentTemplate } from '../document.ts';

const elements = (region: Region): readonly DocumentElement[] => [
  {
    text: `<i>This statement was last changed on [publish_date], last checked on [checked_date], and is meant for citizens and legal permanent residents of ${laws[region].citizens}.</i>`,
  },
  {
    text: 'In this statement we say what we do with the data that we get about you by [domain]. We recommend that you read it. When we change it, the date above changes with it.',
  },
  { id: 'purposes', title: 'Purposes, data and how long they are kept' },
  {
    subtitle: 'Running and protecting the site',
    text: 'Our server sees the address of your device, what kind of browser it has and which pages it asks for. We use this to answer, and to keep misuse away. It is kept for as long as an attack has to be looked into, and no longer.',
  },
  {
    subtitle: 'Selling tickets and letting you in',
    when: ['sells-tickets'],
    text: 'When you order a ticket we ask for your name and your e-mail address, so that we can send you the ticket and let you in. We keep them with the order for as long as the law asks us to keep accounts.',
  },
  {
    subtitle: 'Accounts',
    when: ['accounts'],
    text: 'When you have an account we keep your name, your e-mail address and when you were signed in, for as long as the account exists.',
  },
  {
    subtitle: 'Comments',
    text: 'When you write a comment we keep its text with your name, your e-mail address and the address of your device, for as long as the comment stands.',
  },
  {
    subtitle: 'Counting visits',
    when: ['statistics'],
    text: 'We count visits to make the site better, by [compile_statistics]. See our cookie policy for what is stored, and for how long.',
  },
  {
    id: 'others',
    title: 'Sharing with others',
    text: 'We hand data to others only where that is needed for the purposes above: to those who run our server and send our mail, and who may use the data for nothing else.',
  },
  { text: 'We also share data for advertisements, to which you can object at any time.', when: ['advertising'] },
  {
    id: 'cookies',
    title: 'Cookies',
    text: 'Our site uses cookies. What they are, which ones there are and how you choose is said in our cookie policy.',
  },
  {
    id: 'security',
    title: 'Security',
    text: 'Everything that you send us travels encrypted where your browser can do so. Passwords are stored in a form from which nobody can learn them, and those who can read your data are few.',
  },
  {
    id: 'rights',
    title: 'Your rights',
    text: 'You may ask us to show you the data that we hold about you, to correct or to delete them, to hand them over in a form that programs can read, and to stop using them. You may take back a consent at any time.',
  },
  { subtitle: 'Send us a request', when: ['data-requests'], insert: 'request-form' },
  {
    id: 'complaints',
    title: 'Complaints',
    text: `If you are not content with how we treat your data, please tell us: [article-contact]. You may also turn to the authority that watches over the ${laws[region].name}.`,
  },
  {
    id: 'contact',
    title: 'Contact details',
    text: '[organisation_name]<br>[address_company]<br>[country_company]<br>Site: [domain]<br>[email_line]<br>[telephone_line]',
  },
];

/** Returns the default privacy statement of a region. */
export const privacyStatement = (region: Region): DocumentTemplate => ({
  title: `Privacy Statement (${region.toUpperCase()})`,
  elements: elements(region),
});

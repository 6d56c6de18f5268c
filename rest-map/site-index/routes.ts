import { engine, item, type LinkTable, namespace, untyped } from '#app/rest/table.ts';

const links: LinkTable = {
  help: { href: 'https://developer.wordpress.org/rest-api/', external: true },
  'core:featuredmedia': [
    { href: '/core/v2/media/{site_logo}', embeddable: true, when: 'site_logo', attributes: { type: { text: 'site_logo' } } },
    { href: '/core/v2/media/{site_icon}', embeddable: true, when: 'site_icon', attributes: { type: { text: 'site_icon' } } },
  ],
};

/** Published REST interface (document 1), "Site index". */
export default namespace('', [
  // methods  path  parameters                                   runs              response
  ['GET',     '/',  { context: untyped({ default: 'view' }) },   engine('index'),  item({ links })],
], { isOfSite: true });

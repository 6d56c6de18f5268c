import type { WholeSite } from '../support/site.ts';
import type { Input } from './inputs.ts';

/** Inputs of routes of compliance, gallery conversion and survey that do not publish their parameters, by method and path. */

const person = { cmp_datarequest_name: 'Ann Guest', cmp_datarequest_email: 'ann@example.org' };
const pictures = [
  { id: 2, url: 'https://site.example/uploads/a.jpg', title: 'A', alt: 'Stage' },
  { id: '3', url: 'https://site.example/uploads/b.jpg' },
];
const scans: Input[] = [
  {},
  { event: 'scan-completed', data: { id: 'x', result: { trackers: [{ type: 'cookie', name: 'a', domain: 'b' }] } } },
  { event: 'other', data: 7 },
];
const visits: Input[] = [
  {},
  { user_region: 'eu' },
  { user_region: 'us', locale: 'de_DE' },
  { user_region: 'moon', lang: 'de' },
  { locale: 'x' },
];

const inputs: Readonly<Record<string, Input[]>> = {
  'GET /compliance/v1/documents': [{}, { locale: 'de_DE' }, { locale: '../x', lang: 'de' }],
  'GET /compliance/v1/banner': visits,
  'GET /compliance/v1/manage_consent_html': visits,
  'GET /compliance/v1/consent-area/{post_id}/{block_id}': [{}, { password: 'wrong' }, { locale: 'de_DE' }],
  'POST /compliance/v1/track': [
    {},
    { consented_categories: ['functional', 'cmp_Statistics'], consented_services: { 'You Tube': true, maps: 0 }, consenttype: 'optin' },
    { consented_categories: 'functional', consenttype: 'other', user_region: 'eu' },
    { consented_categories: [{ a: 1 }, 7], consented_services: 'maps' },
  ],
  'POST /compliance/v1/store_cookies': [{}, { token: 'none', cookies: { a: '1' }, lstorage: { b: 'b' }, page_id: 'home' }],
  'POST /compliance/v1/datarequests': [
    {},
    { ...person, cmp_datarequest_region: 'us', cmp_datarequest_global_optout: 1, cmp_datarequest_cross_context: '1' },
    { ...person, cmp_datarequest_global_optout: 1 },
    { ...person, cmp_datarequest_firstname: 'Bot', cmp_datarequest_global_optout: 1 },
    { name: 'Bo', email: 'bo@example.org', request_for_access: 1 },
    { ...person, cmp_datarequest_name: 'x'.repeat(101), cmp_datarequest_email: 'nobody' },
  ],
  'POST /compliance/v1/wsc-scan': scans,
  'POST /compliance/v1/wsc-checks': scans,
  'POST /nps-survey/v1/rating': [
    { nps_id: 'nps', plugin_slug: 'Mar Quee!', rating: 9, comment: '<b>Good</b>' },
    { nps_id: 'nps', plugin_slug: 'marquee', rating: '0' },
    { nps_id: 'nps', plugin_slug: 'marquee', rating: 11 },
    { nps_id: 'nps' },
  ],
  'POST /nps-survey/v1/dismiss-nps-survey': [
    { nps_id: 'nps', plugin_slug: 'other', dismiss_timespan: -86_400, current_step: 'comment' },
    { nps_id: 'nps', plugin_slug: 'other' },
    { plugin_slug: 'other', dismiss_timespan: 'long' },
    {},
  ],
  'POST /gallery-convert/v1/bulk-convert': [
    {},
    { selected_posttype: 'post' },
    { selected_posttype: 'page' },
    { selected_posttype: 'nothing' },
  ],
};

const conversionInputs = (post_id: number): Input[] => [
  { post_id, columns: 4, sizeSlug: 'medium', linkTarget: '_blank', images: pictures, blockContent: '<!-- wp:gallery /-->' },
  { postId: post_id, images: pictures },
  { post_id, images: [] },
  { post_id, images: [{ id: 0, url: '' }] },
  { post_id: 0, images: pictures },
  { post_id: 2_000_000_000, images: pictures },
];

/** Creates a post with one gallery of a missing image and one that can be converted. */
export async function createGalleryPost(site: WholeSite): Promise<number> {
  const image = '<!-- wp:image {"id":0} --><figure><img src="https://site.example/a.jpg" alt="A"/></figure><!-- /wp:image -->';
  const content = `<p>Before.</p>\n<!-- wp:gallery {"columns":2} -->${image}<!-- /wp:gallery -->\n[gallery ids="999999"]`;
  const body = { title: 'With a gallery', content, status: 'publish' };
  return (await site.rest('POST', '/core/v2/posts', { as: 'administrator', body })).body.id;
}

/** Returns inputs for a route of these namespaces, or undefined. `galleryId` is the ID of a post with galleries. */
export function getComplianceInputs(path: string, method: string, galleryId: number): Input[] | undefined {
  if (path === '/gallery-convert/v1/convert-gallery') return conversionInputs(galleryId);
  if (path === '/gallery-convert/v1/process-gallery')
    return [{}, { post_id: galleryId }, { postId: galleryId }, { post_id: 0 }, { post_id: 2_000_000_000 }];
  return inputs[`${method} ${path}`];
}

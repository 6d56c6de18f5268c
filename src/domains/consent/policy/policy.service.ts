import { addContent } from '#app/domains/content/content.service.ts';
import { page } from '#app/domains/content/kinds.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { wholeDesign } from '../banner/design.defaults.ts';
import { changeOptions } from '../settings/options.service.ts';

/** Placeholder for the cookie policy in the text of a page. */
const policyPlaceholder = '[cookie-policy]';

/** Creates a published page with the cookie policy, links it in the banner, and returns its ID. */
export async function createCookiePolicy(site: Site, viewer: Viewer): Promise<number> {
  const { design } = await readConfiguration(site);
  const title = String(wholeDesign(design).cookiePolicy['headline']);
  // managing the banner is sufficient to create this page
  const author: Viewer = { ...viewer, can: (capability) => capability.endsWith('_pages') || viewer.can(capability) };
  const { id } = await addContent(site, author, page, { title, content: policyPlaceholder, status: 'publish' });
  await changeOptions(site, { cookiePolicyId: id });
  return id;
}

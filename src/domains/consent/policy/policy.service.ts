import { addContent } from '#app/domains/content/content.service.ts';
import { page } from '#app/domains/content/kinds.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { wholeDesign } from '../banner/design.defaults.ts';
import { changeOptions } from '../settings/options.service.ts';

/** Stands in the text of a page where the cookie policy is shown. */
const policyPlaceholder = '[cookie-policy]';

/** Makes a new published page with the cookie policy and has the banner lead to it; returns its number. */
export async function createCookiePolicy(site: Site, viewer: Viewer): Promise<number> {
  const { design } = await readConfiguration(site);
  const title = String(wholeDesign(design).cookiePolicy['headline']);
  // managing the banner is enough for this page, whatever else someone may write
  const author: Viewer = { ...viewer, can: (capability) => capability.endsWith('_pages') || viewer.can(capability) };
  const { id } = await addContent(site, author, page, { title, content: policyPlaceholder, status: 'publish' });
  await changeOptions(site, { cookiePolicyId: id });
  return id;
}

import { createContent } from '#app/domains/content/content.service.ts';
import { page } from '#app/domains/content/kinds.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { completeDesign } from '../banner/design.defaults.ts';
import { changeOptions } from '../settings/options.service.ts';

/** Shortcode that pages replace with the cookie policy. */
const policyShortcode = '[cookie-policy]';

/** Creates a published page with the cookie policy, links it in the banner, and returns its ID. */
export async function createCookiePolicy(site: Site, viewer: Viewer): Promise<number> {
  const { design } = await readConfiguration(site);
  const title = String(completeDesign(design).cookiePolicy['headline']);
  // users who manage the banner may create this page even if they may not create other pages
  const author: Viewer = { ...viewer, can: (capability) => capability.endsWith('_pages') || viewer.can(capability) };
  const { id } = await createContent(site, author, page, { title, content: policyShortcode, status: 'publish' });
  await changeOptions(site, { cookiePolicyId: id });
  return id;
}

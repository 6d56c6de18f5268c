import type { BannerLink } from '#db';
import type { Tx } from '#app/core/db/database.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';
import { cleanText } from '#app/core/text/plain-text.ts';
import type { Site } from '#app/site.ts';
import { markItemsDone } from '../checklist/checklist.service.ts';
import { linkNotFound } from '../failures.ts';
import type { ServiceStatus } from './configuration.ts';
import { isLinkUrl } from './link-url.ts';
import { findFreeSlug } from './slugs.ts';

/** Types of pages that the banner links to. */
export const pageTypes = [
  'legalNotice',
  'privacyPolicy',
  'gtc',
  'tos',
  'cancellationPolicy',
  'cookiePolicy',
  'dpa',
  'disputeResolution',
  'other',
] as const;
export type PageType = (typeof pageTypes)[number];

export interface LinkDraft {
  title: string;
  pageType?: PageType | null | undefined;
  /** ID of a page of the site. 0 and null mean no page. */
  pageId?: number | null | undefined;
  externalUrl?: string | null | undefined;
  /** True if the link opens `externalUrl` instead of the page. */
  isExternal?: boolean | null | undefined;
  hidesBanner?: boolean | null | undefined;
  opensNewTab?: boolean | null | undefined;
  status?: ServiceStatus | null | undefined;
  slug?: string | null | undefined;
  menuOrder?: number | null | undefined;
}

/** Changes to a link. Omitted and null values stay unchanged. */
export type LinkChanges = Partial<LinkDraft>;

function checkExternalUrl(url: string | null | undefined, argument: string): void {
  if (url && !isLinkUrl(url)) throw invalidArguments({ [argument]: 'Must start with http:, https: or mailto:.' });
}

function buildLinkColumns({ pageType, pageId, externalUrl, isExternal, hidesBanner, opensNewTab, status, menuOrder }: LinkChanges) {
  return {
    ...(pageType && { pageType }),
    ...(typeof pageId === 'number' && { pageId }),
    ...(typeof externalUrl === 'string' && { externalUrl }),
    ...(typeof isExternal === 'boolean' && { isExternalUrl: isExternal }),
    ...(typeof hidesBanner === 'boolean' && { hideCookieBanner: hidesBanner }),
    ...(typeof opensNewTab === 'boolean' && { isTargetBlank: opensNewTab }),
    ...(status && { status }),
    ...(typeof menuOrder === 'number' && { menuOrder }),
  };
}

/** Creates a link inside the caller's transaction. The caller checks its external URL (`isLinkUrl`). */
export async function addLink(tx: Tx, draft: LinkDraft): Promise<BannerLink> {
  const slug = await findFreeSlug(tx, 'banner_link', draft.slug || draft.title, 'link');
  return await tx.bannerLink.create({ data: { ...buildLinkColumns(draft), title: cleanText(draft.title), slug } });
}

const hasTarget = ({ pageId, externalUrl }: BannerLink) => pageId > 0 || externalUrl !== '';

async function updateChecklist(site: Site, link: BannerLink): Promise<BannerLink> {
  if (link.pageType === 'privacyPolicy' && hasTarget(link)) await markItemsDone(site, 'privacy-policy');
  return link;
}

/** Creates a link. Throws `invalid_arguments` if the scheme of the external URL is not http, https or mailto. */
export async function createLink(site: Site, draft: LinkDraft): Promise<BannerLink> {
  checkExternalUrl(draft.externalUrl, 'draft.externalUrl');
  return await updateChecklist(site, await site.db.transaction((tx) => addLink(tx, draft)));
}

/** Changes a link. Throws `banner_link_not_found` and the failures of `createLink`. */
export async function updateLink(site: Site, id: number, changes: LinkChanges): Promise<BannerLink> {
  checkExternalUrl(changes.externalUrl, 'changes.externalUrl');
  const { title, slug } = changes;
  const link = await site.db.transaction(async (tx) => {
    const stored = await tx.bannerLink.findUnique({ where: { id }, select: { slug: true } });
    if (!stored) throw linkNotFound();
    return await tx.bannerLink.update({
      where: { id },
      data: {
        ...buildLinkColumns(changes),
        ...(title && { title: cleanText(title) }),
        ...(slug && slug !== stored.slug && { slug: await findFreeSlug(tx, 'banner_link', slug, 'link') }),
      },
    });
  });
  return await updateChecklist(site, link);
}

/** Permanently deletes a link and returns it. Throws `banner_link_not_found`. */
export async function deleteLink(site: Site, id: number): Promise<BannerLink> {
  return await site.db.transaction(async (tx) => {
    const link = await tx.bannerLink.findUnique({ where: { id } });
    if (!link) throw linkNotFound();
    return await tx.bannerLink.delete({ where: { id } });
  });
}

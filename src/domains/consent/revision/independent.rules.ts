import type { BannerLink } from '#db';
import type { Configuration } from '../configuration/configuration.ts';
import { isLinkUrl } from '../configuration/link-url.ts';
import { toBlockerMeta } from '../configuration/meta.ts';
import { completeDesign } from '../banner/design.defaults.ts';
import type { IndependentRevision } from './content.types.ts';

/** A link of the banner with its resolved URL. */
export interface ResolvedLink
  extends Pick<BannerLink, 'id' | 'pageType' | 'isExternalUrl' | 'pageId' | 'hideCookieBanner' | 'isTargetBlank'> {
  label: string;
  url: string;
}

/** Returns the published links that have a URL, in display order. Earlier versions stored URLs of any scheme, which are omitted. */
export function resolveLinks({ links, pages }: Configuration): ResolvedLink[] {
  return links.flatMap(({ id, title, status, pageType, isExternalUrl, pageId, externalUrl, hideCookieBanner, isTargetBlank }) => {
    const url = isExternalUrl ? externalUrl : pages.get(pageId)?.url;
    return status === 'publish' && url !== undefined && isLinkUrl(url)
      ? [{ id, label: title, pageType, isExternalUrl, pageId, url, hideCookieBanner, isTargetBlank }]
      : [];
  });
}

/** Returns the content that visitors see and that may change without new consent. */
export function buildIndependentRevision(configuration: Configuration): IndependentRevision {
  const { options, blockers, design, license } = configuration;
  const activeBlockers = options.blockerActive ? blockers : [];
  const isLicensed = license.code !== null && license.code !== '';
  return {
    options: {
      isBannerActive: options.bannerActive,
      isBlockerActive: options.blockerActive,
      hidePageIds: options.hidePageIds,
      isRespectDoNotTrack: options.respectDoNotTrack,
      failedConsentDocumentationHandling: options.failedConsentDocumentationHandling,
      isSaveIp: options.saveIp,
      consentDuration: options.consentDuration,
      isBannerLessConsent: options.bannerLessConsent,
      bannerLessConsentShowOnPageIds: options.bannerLessConsentShowOnPageIds,
    },
    blocker: activeBlockers
      .filter(({ status }) => status === 'publish')
      .map((blocker) => ({
        id: blocker.id,
        name: blocker.title,
        description: blocker.description,
        ...toBlockerMeta(blocker),
        visualThumbnail: null,
      })),
    links: resolveLinks(configuration) as unknown as Record<string, unknown>[],
    languageSwitcher: [],
    lazyLoadedDataForSecondView: {},
    banner: { customizeValuesBanner: completeDesign(design) },
    isPro: false,
    isLicensed,
    isDevLicense: isLicensed && license.isDevelopment,
  };
}

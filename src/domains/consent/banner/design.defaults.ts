/** Defaults for the look and texts of the banner (docs/behaviour/consent-queue-product.md 1.3), by section and key. */
export const designDefaults = {
  layout: {
    type: 'dialog',
    maxHeightEnabled: true,
    maxHeight: 740,
    dialogMaxWidth: 530,
    dialogPosition: 'middleCenter',
    dialogMargin: [0, 0, 0, 0],
    bannerPosition: 'bottom',
    bannerMaxWidth: 1024,
    dialogBorderRadius: 3,
    borderRadius: 5,
    animationIn: 'slideInUp',
    animationInDuration: 500,
    animationInOnlyMobile: true,
    animationOut: 'none',
    animationOutDuration: 500,
    animationOutOnlyMobile: true,
    overlay: true,
    overlayBg: '#000000',
    overlayBgAlpha: 50,
    overlayBlur: 2,
  },
  decision: {
    acceptAll: 'button',
    acceptEssentials: 'button',
    acceptIndividual: 'link',
    showCloseIcon: false,
    buttonOrder: 'all,essential,save,individual',
    showGroups: false,
    groupsFirstView: false,
    saveButton: 'always',
  },
  design: {
    bg: '#ffffff',
    textAlign: 'center',
    linkTextDecoration: 'underline',
    borderWidth: 0,
    borderColor: '#ffffff',
    fontSize: 13,
    fontColor: '#2b2b2b',
    fontInheritFamily: true,
    fontWeight: 'normal',
    boxShadowEnabled: true,
    boxShadowOffsetX: 0,
    boxShadowOffsetY: 5,
    boxShadowBlurRadius: 13,
    boxShadowSpreadRadius: 0,
    boxShadowColor: '#000000',
    boxShadowColorAlpha: 20,
  },
  headerDesign: { bg: '#f4f4f4', fontSize: 20, fontColor: '#2b2b2b', logo: '', borderWidth: 1, borderColor: '#efefef' },
  bodyDesign: {
    padding: [15, 20, 10, 20],
    acceptAllBg: '#15779b',
    acceptAllFontColor: '#ffffff',
    acceptAllHoverBg: '#11607d',
    acceptEssentialsUseAcceptAll: true,
    acceptEssentialsBg: '#efefef',
    acceptEssentialsFontColor: '#0a0a0a',
    acceptIndividualFontColor: '#15607d',
  },
  footerDesign: {
    poweredByLink: false,
    bg: '#fcfcfc',
    padding: [10, 20, 15, 20],
    fontSize: 14,
    fontColor: '#757474',
    borderWidth: 1,
    borderColor: '#efefef',
    languageSwitcher: 'flags',
  },
  mobile: { enabled: true, maxHeight: 400, hideHeader: false, alignment: 'bottom', scalePercent: 90, scalePercentVertical: -50 },
  sticky: {
    enabled: false,
    animationsEnabled: true,
    alignment: 'left',
    icon: 'fingerprint',
    iconSize: 30,
    iconColor: '#ffffff',
    bubbleBg: '#15779b',
    bubblePadding: 15,
  },
  customCss: { css: '' },
  texts: {
    headline: 'Your privacy settings',
    description:
      'We use cookies and similar technologies on our website, and we process personal data of our visitors, for example to show third-party content or to count visits. ' +
      'Some of this is done by services that we name in the settings. Processing may be based on your consent or on a legitimate interest, to which you may object. ' +
      'You may refuse, and change or withdraw your decision at any time. See our privacy policy for details.',
    acceptAll: 'Accept all',
    acceptEssentials: 'Continue without consent',
    acceptIndividual: 'Set privacy settings individually',
    ageNoticeBanner:
      'If you are under {{minAge}} years old, you cannot consent to optional services. Ask your parents or guardians to consent with you.',
    ageNoticeBlocker:
      'If you are under {{minAge}} years old, you cannot consent to this service on your own. Ask your parents or guardians.',
    listServicesNotice: 'By accepting all services you allow {{services}} to be loaded. They are grouped by purpose: {{serviceGroups}}.',
    dataProcessingInUnsafeCountries:
      'Some services process personal data in countries without adequate data protection. By giving your consent, you also accept this processing. Authorities in these countries may access your data, and you may have no legal remedy.',
    blockerHeadline: '{{name}} is blocked by your privacy settings',
    blockerLinkShowMissing: 'Show the services that you still need to accept',
    blockerLoadButton: 'Accept the services and load the content',
    blockerAcceptInfo: 'Loading the content accepts the following services:',
    stickyChange: 'Change privacy settings',
    stickyHistory: 'History of privacy settings',
    stickyRevoke: 'Withdraw consents',
    stickyRevokeSuccessMessage: 'Your consents have been withdrawn. The page will be reloaded.',
  },
  individualLayout: {
    inheritDialogMaxWidth: false,
    dialogMaxWidth: 970,
    inheritBannerMaxWidth: true,
    bannerMaxWidth: 1980,
    descriptionTextAlign: 'left',
  },
  group: {
    groupBg: '#f4f4f4',
    groupPadding: [15, 15, 15, 15],
    groupSpacing: 10,
    headlineFontSize: 16,
    descriptionFontSize: 14,
    detailsHideLessRelevant: true,
  },
  saveButton: { useAcceptAll: true, bg: '#efefef', fontColor: '#0a0a0a' },
  individualTexts: {
    headline: 'Individual privacy settings',
    description: 'Here you find all services that this website uses. Choose those that you allow.',
    save: 'Save custom choices',
    showMore: 'Show service information',
    hideMore: 'Hide service information',
  },
  cookiePolicy: { instruction: '', headline: 'Cookie policy' },
} as const satisfies Record<string, Record<string, unknown>>;

export type DesignSection = keyof typeof designDefaults;

/** Values for the look and texts of the banner, by section and key. */
export type Design = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Returns all values of the banner: the value that the site has set, or the default. Ignores unknown values. */
export function completeDesign(changed: Design): Record<DesignSection, Record<string, unknown>> {
  const sections = Object.entries(designDefaults).map(([section, values]) => [
    section,
    Object.fromEntries(Object.entries(values as Record<string, unknown>).map(([key, value]) => [key, changed[section]?.[key] ?? value])),
  ]);
  return Object.fromEntries(sections) as Record<DesignSection, Record<string, unknown>>;
}

/** True if the key exists and its default has the same type as the value. Arrays must contain as many numbers as their default. */
export function isValidDesignValue(section: string, key: string, value: unknown): boolean {
  const initial = (designDefaults as Design)[section]?.[key];
  if (Array.isArray(initial)) return Array.isArray(value) && value.length === initial.length && value.every((n) => typeof n === 'number');
  return initial !== undefined && typeof value === typeof initial;
}

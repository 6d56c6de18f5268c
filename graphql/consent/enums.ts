import { consentButtons, type ConsentButton } from '#app/domains/consent/statistics/buttons.ts';
import type { PageType } from '#app/domains/consent/configuration/link.service.ts';
import { builder } from '../builder.ts';
import { createEnumValues } from '../named-fields.ts';

export const ConsentItemStatus = builder.enumType('ConsentItemStatus', {
  description: 'Whether an object of the consent banner is in use.',
  values: createEnumValues({
    publish: 'The object is in use.',
    private: 'The object is stored but not in use.',
    draft: 'A draft, which is not in use.',
    trash: 'The object is in the trash.',
  }),
});

export const ConsentButtonEnum = builder.enumType('ConsentButton', {
  description: 'How the visitor decided.',
  values: createEnumValues(
    Object.fromEntries(Object.entries(consentButtons).map(([name, label]) => [name, `Decision with the label “${label}”.`])) as Record<
      ConsentButton,
      string
    >,
  ),
});

export const ConsentBypass = builder.enumType('ConsentBypass', {
  description: 'Reason why the visitor was not asked.',
  values: createEnumValues({
    geolocation: "The visitor's country does not require consent.",
    bannerless: 'The page works without a banner.',
  }),
});

export const ConsentView = builder.enumType('ConsentView', {
  description: 'The view of the banner that was open.',
  values: createEnumValues({ initial: 'The first view.', change: 'The view in which a decision is changed.' }),
});

export const LegalBasis = builder.enumType('ConsentLegalBasis', {
  description: 'Legal basis of a service.',
  values: createEnumValues({
    consent: 'The service runs only after consent.',
    'legitimate-interest': 'The service runs unless the visitor objects.',
    'legal-requirement': 'The law requires the service to run.',
  }),
});

export const BannerPageType = builder.enumType('BannerPageType', {
  description: 'Type of a page to which the banner links.',
  values: createEnumValues<PageType>({
    legalNotice: 'The legal notice (imprint).',
    privacyPolicy: 'The privacy policy.',
    gtc: 'The general terms and conditions.',
    tos: 'The terms of service.',
    cancellationPolicy: 'The cancellation policy.',
    cookiePolicy: 'The cookie policy.',
    dpa: 'The data processing agreement (DPA).',
    disputeResolution: 'A page about dispute resolution.',
    other: 'Any other page.',
  }),
});

export const BlockerCriteria = builder.enumType('ContentBlockerCriteria', {
  description: 'Whether visitors have to accept services or vendors.',
  values: createEnumValues({
    services: 'Services that visitors have to accept.',
    tcfVendors: 'Vendors of the Transparency and Consent Framework.',
  }),
});

export const BlockerVisual = builder.enumType('ContentBlockerVisual', {
  description: 'Placeholder for blocked content.',
  values: createEnumValues({ default: 'A box with text.', wrapped: 'A box around a picture.', hero: 'A picture with a button.' }),
});

export const BlockerContent = builder.enumType('ContentBlockerContent', {
  description: 'Type of the blocked content.',
  values: createEnumValues({
    map: 'An embedded map.',
    'video-player': 'A video player.',
    'audio-player': 'An audio player.',
    'feed-text': 'A feed of text posts.',
    'feed-video': 'A feed of videos.',
    generic: 'Any other content.',
  }),
});

export const ConsentChoice = builder.enumType('ConsentChoice', {
  description: 'A decision about all services in one value.',
  values: createEnumValues({
    all: 'All services are accepted.',
    essentials: 'Only essential services are accepted.',
    legitimateInterest: 'Only services that need no consent: essential services and legitimate interests.',
  }),
});

export const TemplateTypeEnum = builder.enumType('ConsentTemplateType', {
  description: 'Type of the object that a template creates.',
  values: createEnumValues({ service: 'A third-party service.', blocker: 'A content blocker.' }),
});

export const TemplateSourceEnum = builder.enumType('ConsentTemplateSource', {
  description: 'Source of templates.',
  values: createEnumValues({
    use: 'The stored templates.',
    invalidate: 'The stored templates; the same as `USE`.',
    redownload: 'The templates of the catalog, which the query reloads first.',
  }),
});

export const TemplateTier = builder.enumType('ConsentTemplateTier', {
  description: 'Which users may use a template.',
  values: createEnumValues({ free: 'Available to everyone.', pro: 'Available with a license.' }),
});

export const PredecisionEnum = builder.enumType('ConsentPredecision', {
  description: 'What a page does if it does not ask the visitor.',
  values: createEnumValues({
    all: 'All services run.',
    essentials: 'Essential services run.',
    dnt: 'Essential services run, because the browser asks not to be tracked.',
    consent: 'The previous decision of the visitor applies.',
  }),
});

export const RevisionPartEnum = builder.enumType('ConsentRevisionPart', {
  description: "Part of the banner's content.",
  values: createEnumValues({ dependent: 'Parts whose changes require new consent.', independent: 'Parts that do not depend on services.' }),
});

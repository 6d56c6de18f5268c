import { consentButtons, type ConsentButton } from '#app/domains/consent/statistics/buttons.ts';
import { pageTypes } from '#app/domains/consent/configuration/link.service.ts';
import { builder } from '../builder.ts';
import { valuesNamed } from '../named-fields.ts';

/** Whether something of the consent banner is in use. */
export const PublicationStatus = builder.enumType('ConsentItemStatus', {
  description: 'Whether something of the consent banner is in use.',
  values: valuesNamed({
    publish: 'It is in use.',
    private: 'Kept, not in use.',
    draft: 'Not finished, not in use.',
    trash: 'In the trash.',
  }),
});

/** How a decision was given. */
export const ConsentButtonEnum = builder.enumType('ConsentButton', {
  description: 'How a decision was given.',
  values: valuesNamed(
    Object.fromEntries(Object.entries(consentButtons).map(([name, label]) => [name, `Given as: “${label}”.`])) as Record<
      ConsentButton,
      string
    >,
  ),
});

/** Why nobody was asked. */
export const ConsentBypass = builder.enumType('ConsentBypass', {
  description: 'Why nobody was asked.',
  values: valuesNamed({ geolocation: 'The visitor’s country asks for no consent.', bannerless: 'The page does without a banner.' }),
});

/** What of the banner was open. */
export const ConsentView = builder.enumType('ConsentView', {
  description: 'What of the banner was open.',
  values: valuesNamed({ initial: 'The first question.', change: 'The settings, to change a decision.' }),
});

/** What a service rests on. */
export const LegalBasis = builder.enumType('ConsentLegalBasis', {
  description: 'What a service rests on.',
  values: valuesNamed({
    consent: 'It runs once it is accepted.',
    'legitimate-interest': 'It runs unless someone objects.',
    'legal-requirement': 'It has to run.',
  }),
});

/** What a link of the banner leads to. */
export const BannerPageType = builder.enumType('BannerPageType', {
  description: 'What a link of the banner leads to.',
  values: valuesNamed(
    Object.fromEntries(pageTypes.map((type) => [type, 'A page of this kind.'])) as Record<(typeof pageTypes)[number], string>,
  ),
});

/** What has to be accepted. */
export const BlockerCriteria = builder.enumType('ContentBlockerCriteria', {
  description: 'What has to be accepted.',
  values: valuesNamed({ services: 'By the services it waits for.', tcfVendors: 'Vendors of the Transparency and Consent Framework.' }),
});

/** What stands in the place of blocked content. */
export const BlockerVisual = builder.enumType('ContentBlockerVisual', {
  description: 'Placeholder for blocked content.',
  values: valuesNamed({ default: 'A box with texts.', wrapped: 'A box around a picture.', hero: 'A picture with a button.' }),
});

/** What kind of content is blocked. */
export const BlockerContent = builder.enumType('ContentBlockerContent', {
  description: 'What kind of content is blocked.',
  values: valuesNamed({
    map: 'An embedded map.',
    'video-player': 'A video player.',
    'audio-player': 'An audio player.',
    'feed-text': 'A feed of texts.',
    'feed-video': 'A feed of films.',
    generic: 'Any other content.',
  }),
});

/** A decision in a word. */
export const ConsentChoice = builder.enumType('ConsentChoice', {
  description: 'A decision as one value.',
  values: valuesNamed({
    all: 'All services are accepted.',
    essentials: 'Essential services alone.',
    legitimateInterest: 'What runs without consent: essential services and legitimate interests.',
  }),
});

/** What a template makes. */
export const TemplateTypeEnum = builder.enumType('ConsentTemplateType', {
  description: 'What a template makes.',
  values: valuesNamed({ service: 'Template of a service.', blocker: 'A content blocker.' }),
});

/** Where templates come from. */
export const TemplateSourceEnum = builder.enumType('ConsentTemplateSource', {
  description: 'Where templates come from.',
  values: valuesNamed({
    use: 'As they are stored.',
    invalidate: 'As they are stored, looked at again.',
    redownload: 'Read again from the catalog.',
  }),
});

/** Who may use a template. */
export const TemplateTier = builder.enumType('ConsentTemplateTier', {
  description: 'Who may use a template.',
  values: valuesNamed({ free: 'Available to everybody.', pro: 'Available with a license.' }),
});

/** What a page does without asking. */
export const PredecisionEnum = builder.enumType('ConsentPredecision', {
  description: 'What a page does without asking.',
  values: valuesNamed({
    all: 'All services run.',
    essentials: 'Essential services run.',
    dnt: 'The browser asks not to be tracked.',
    consent: 'The visitor has decided.',
  }),
});

/** Which part of what visitors see. */
export const RevisionPartEnum = builder.enumType('ConsentRevisionPart', {
  description: 'Which part of what visitors see.',
  values: valuesNamed({ dependent: 'What a change of asks for new consent.', independent: 'Parts that depend on no service.' }),
});

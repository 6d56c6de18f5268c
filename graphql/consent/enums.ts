import { consentButtons, type ConsentButton } from '#app/domains/consent/statistics/buttons.ts';
import { pageTypes } from '#app/domains/consent/configuration/link.service.ts';
import { builder } from '../builder.ts';

const named = <Value extends string>(values: Readonly<Record<Value, string>>) =>
  Object.fromEntries(
    (Object.entries(values) as [Value, string][]).map(([value, description]) => [
      value
        .replaceAll('-', '_')
        .replace(/[A-Z]/g, (letter) => `_${letter}`)
        .toUpperCase(),
      { value, description },
    ]),
  ) as Record<string, { value: Value; description: string }>;

export const PublicationStatus = builder.enumType('ConsentItemStatus', {
  description: 'Whether something of the consent banner is in use.',
  values: named({ publish: 'In use.', private: 'Kept, not in use.', draft: 'Not finished, not in use.', trash: 'In the trash.' }),
});

export const ConsentButtonEnum = builder.enumType('ConsentButton', {
  description: 'How a decision was given.',
  values: named<ConsentButton>(consentButtons),
});

export const ConsentBypass = builder.enumType('ConsentBypass', {
  description: 'Why nobody was asked.',
  values: named({ geolocation: 'The visitor’s country asks for no consent.', bannerless: 'The page does without a banner.' }),
});

export const ConsentView = builder.enumType('ConsentView', {
  description: 'What of the banner was open.',
  values: named({ initial: 'The first question.', change: 'The settings, to change a decision.' }),
});

export const LegalBasis = builder.enumType('ConsentLegalBasis', {
  description: 'What a service rests on.',
  values: named({
    consent: 'It runs once it is accepted.',
    'legitimate-interest': 'It runs unless somebody objects.',
    'legal-requirement': 'It has to run.',
  }),
});

export const BannerPageType = builder.enumType('BannerPageType', {
  description: 'What a link of the banner leads to.',
  values: named(Object.fromEntries(pageTypes.map((type) => [type, 'A page of this kind.'])) as Record<(typeof pageTypes)[number], string>),
});

export const BlockerCriteria = builder.enumType('ContentBlockerCriteria', {
  description: 'What has to be accepted.',
  values: named({ services: 'Services.', tcfVendors: 'Vendors of the Transparency and Consent Framework.' }),
});

export const BlockerVisual = builder.enumType('ContentBlockerVisual', {
  description: 'What stands in the place of blocked content.',
  values: named({ default: 'A box with texts.', wrapped: 'A box around a picture.', hero: 'A picture with a button.' }),
});

export const BlockerContent = builder.enumType('ContentBlockerContent', {
  description: 'What kind of content is blocked.',
  values: named({
    map: 'A map.',
    'video-player': 'A film.',
    'audio-player': 'Sound.',
    'feed-text': 'A feed of texts.',
    'feed-video': 'A feed of films.',
    generic: 'Anything else.',
  }),
});

export const ConsentChoice = builder.enumType('ConsentChoice', {
  description: 'A decision in a word.',
  values: named({
    all: 'All services.',
    essentials: 'Essential services alone.',
    legitimateInterest: 'What runs without consent: essential services and legitimate interests.',
  }),
});

export const TemplateTypeEnum = builder.enumType('ConsentTemplateType', {
  description: 'What a template makes.',
  values: named({ service: 'A service.', blocker: 'A content blocker.' }),
});

export const TemplateSourceEnum = builder.enumType('ConsentTemplateSource', {
  description: 'Where templates come from.',
  values: named({
    use: 'As they are stored.',
    invalidate: 'As they are stored, looked at anew.',
    redownload: 'Read anew from the catalogue.',
  }),
});

export const TemplateTier = builder.enumType('ConsentTemplateTier', {
  description: 'Who may use a template.',
  values: named({ free: 'Everybody.', pro: 'Who has a licence.' }),
});

export const PredecisionEnum = builder.enumType('ConsentPredecision', {
  description: 'What a page does without asking.',
  values: named({
    all: 'Everything runs.',
    essentials: 'Essential services run.',
    dnt: 'The browser asks not to be tracked.',
    consent: 'The visitor has decided.',
  }),
});

export const RevisionPartEnum = builder.enumType('ConsentRevisionPart', {
  description: 'Which part of what visitors see.',
  values: named({ dependent: 'What a change of asks for new consent.', independent: 'Everything else.' }),
});

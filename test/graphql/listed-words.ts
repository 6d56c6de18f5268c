/**
 * Strings of the public schema whose description lists several values although the set is open, by schema path (`*` matches anything), with the
 * reason.
 */
export const openTexts: Readonly<Record<string, string>> = {
  '*Edge.cursor': 'names arguments',
  'PersonalData.archiveUrl': 'says how it is sent',
  'OfflineCodeList.payload': 'JSON text that is signed as it stands; names its members',
  '*Filter.createdFrom': 'examples of moments',
  '*Draft.date': 'the form of a moment, and the field that it goes before',
  '*Changes.date': 'the form of a moment, and the field that it goes before',
  '*.timezone': 'names of zones, of which there are hundreds, and offsets',
  'Event.cost': 'examples of prices',
  'Receipt.number': 'examples of numbers',
  'Map*pacity': 'bounds of a number', // opacity, lineOpacity
  '*(locale)': 'examples of locales',
  'MediaFilter.mimeTypes': 'an example, and the field beside it',
  'PrivacyChoiceDraft.visitorId': 'characters that may stand in it',
  'Survey*.slug': 'characters that may stand in it',
  'SurveyDismissal.step': 'the survey names its steps',
  'Analytics4Settings*.googleTagId': 'beginnings of numbers that the provider gives',
  'AnalyticsConsentMode.regions': 'examples of codes of countries',
  'Analytics.searches(dimensions)': 'the provider names them and adds new ones',
  'ContentBlocker.rules': 'examples of rules',
  'TechnicalDefinition.host': 'a host, or two words for this one',
  'NavigationMenuItem*.url': 'an address; three fragments open the banner',
  'CookieReportDraft.pageId': 'the number of a content, or a word for pages that are none',
  'PrivacyChoiceDraft.categories': 'sites may have names of their own',
  'LegalDocument.slug': 'made of what it says and the region',
  'ContentType.slug': 'the name that the list itself is about',
  'ContentStatus.slug': 'the name that the list itself is about',
  'TaxonomyInfo.slug': 'the name that the list itself is about',
  '*.origin': 'import services name themselves',
  'Mutation.createEventImport(origin)': 'import services name themselves',
  'Mutation.createEventImport(postStatus)': 'programs that set a site up send it as text',
  'Query.nonce(action)': 'programs name what they need a nonce for',
  'AuditEntry.credential': 'bears the number of the application password',
  'BackgroundJob.name': 'each domain names its own jobs',
  'OutgoingMail.kind': 'each domain names its own mails',
  'WebhookAttempt.error': 'names what the network refused, of which nobody has the whole list',
  'MediaRendition.name': 'names of sizes, some of which begin with a digit',
  'MediaSize.name': 'names of sizes, some of which begin with a digit',
  'TicketImageSize.name': 'names of sizes, some of which begin with a digit',
};

/** True if a description lists several possible values: `a`, `b` or `c`; one of these. */
export const listsWords = (description: string) =>
  (description.match(/`[^`]+`/g)?.length ?? 0) > 1 ||
  /\bone of (the |these |them)/i.test(description.replace(/in one of these currencies/i, ''));

/** True if a schema path matches a pattern in which `*` matches anything. */
export const matchesPath = (place: string, name: string) =>
  new RegExp(`^${name.replace(/[.()]/g, '\\$&').replaceAll('*', '.*')}$`).test(place);

/** Numbers of the public schema whose description explains 0 although 0 is an ordinary value there, with the reason. */
export const numbersOfZero: Readonly<Record<string, string>> = {
  'AnalyticsSpeed.cumulativeLayoutShift': 'how far things move',
  'Checkout.secondsLeft': 'no time is left',
};

/**
 * Strings of the public schema whose descriptions list several values although others are possible. By schema path, in which `*` matches
 * anything, with the reason.
 */
export const openStrings: Readonly<Record<string, string>> = {
  '*Edge.cursor': 'the description names arguments',
  'PersonalData.archiveUrl': 'the description names a form field and a method',
  'OfflineCodeList.payload': 'signed JSON text, whose members the description names',
  '*Filter.createdFrom': 'example dates',
  '*Draft.date': 'the format of the date, and the field that it overrides',
  '*Changes.date': 'the format of the date, and the field that it overrides',
  '*.timezone': 'example time zones and offsets',
  'Event.cost': 'example prices',
  'Map*pacity': 'the bounds of a number', // opacity, lineOpacity
  'MediaFilter.mimeTypes': 'an example, and a related field',
  'PrivacyChoiceDraft.visitorId': 'the allowed characters',
  'Survey*.slug': 'the allowed characters',
  'SurveyDismissal.step': 'each survey names its own steps',
  'Analytics4Settings*.googleTagId': 'prefixes of IDs that the provider assigns',
  'AnalyticsConsentMode.regions': 'example country codes',
  'Analytics.searches(dimensions)': 'the provider defines the dimensions and adds new ones',
  'TechnicalDefinition.host': 'a host, or one of two keywords for the host of the site',
  'NavigationMenuItem*.url': 'a URL; three fragments open the banner',
  'CookieReportDraft.pageId': 'the ID of a content item, or a keyword for other pages',
  'PrivacyChoiceDraft.categories': 'sites may define their own categories',
  'ContentType.slug': 'the list defines these names',
  '*.origin': 'import services choose their own names',
  'Mutation.createEventImport(origin)': 'import services choose their own names',
  'Mutation.createEventImport(postStatus)': 'setup programs send it as text',
  'AuditEntry.credential': 'contains the ID of the application password',
  'BackgroundJob.name': 'each domain names its own jobs',
  'OutgoingMail.kind': 'each domain names its own mails',
  'WebhookAttempt.error': 'network errors, which are not a closed set',
  'MediaRendition.name': 'some names of sizes begin with a digit, which enum values cannot',
  'MediaSize.name': 'some names of sizes begin with a digit, which enum values cannot',
  'TicketImageSize.name': 'some names of sizes begin with a digit, which enum values cannot',
};

/** True if a description lists several possible values: "`a`, `b` or `c`" or "one of these". */
export const listsValues = (description: string) =>
  (description.replace(/such as `[^`]+`/g, '').match(/`[^`]+`/g)?.length ?? 0) > 1 ||
  /\bone of (the |these |them)/i.test(description.replace(/in one of these currencies/i, ''));

/** True if a schema path matches a pattern in which `*` matches anything. */
export const matchesPath = (path: string, pattern: string) =>
  new RegExp(`^${pattern.replace(/[.()]/g, '\\$&').replaceAll('*', '.*')}$`).test(path);

/** Numbers of the public schema whose descriptions explain 0 although 0 is an ordinary value, with the meaning of 0. */
export const ordinaryZeros: Readonly<Record<string, string>> = {
  'AnalyticsSpeed.cumulativeLayoutShift': 'nothing moves',
  'Checkout.secondsLeft': 'no time is left',
};

import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLSchema,
  type GraphQLType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';

/**
 * Reasons why members of the public schema are JSON and have no type, with the members (`*` = any name). The reason is appended to the description.
 * Every JSON member needs a line here; prefer a type where one is possible.
 */
const reasons: Readonly<Record<string, readonly string[]>> = {
  'which keys there are is registered by the site': ['*.meta'],
  'the site asks questions of its own': ['*.extra', 'CartAnswers.items', 'CartAnswersInput.items'],
  'its keys are names that the site’s fields have': ['EventDraft.customFields', 'EventChanges.customFields'],
  'its keys are names of acts and capabilities': [
    'ContentType.capabilities',
    'TaxonomyInfo.capabilities',
    'User.capabilities',
    'User.extraCapabilities',
  ],
  'its keys are names of words and parts that editors know': ['ContentType.labels', 'ContentType.supports', 'TaxonomyInfo.labels'],
  'it is a document of schema.org, for a page to hold as it stands': ['*.jsonLd'],
  'browsers and WebAuthn define it; it is passed on as it stands': [
    '*Payload.options',
    'Mutation.finishPasskey*(response)',
    'Mutation.proveIdentityByPasskey(response)',
  ],
  'the form of keys is that of JSON Web Key, which libraries take as it stands': ['OfflineListKey.jwk'],
  'rows of every table stand here, by column': ['AuditEntry.before', 'AuditEntry.after'],
  'each has a type of its own': ['*Setting*.value', 'UsageFact.value', 'SetConsentNoticePayload.value'],
  'hundreds of values, which the script of the banner reads as they stand': [
    'BannerPreset.design',
    'ShownBanner.design',
    'Query.bannerDesign',
    'Mutation.updateBannerDesign(changes)',
    'UpdateBannerDesignPayload.design',
  ],
  'a document as it was kept, in the form of its time': [
    'Consent.groups',
    'ConsentRevision.content',
    'ConsentRevisionState.content',
    'Query.consentRevision',
    'ConsentConfigurationFile.document',
  ],
  'its keys are numbers of groups': ['DocumentConsentPayload.decision', 'RecordConsentPayload.decision', 'ShownBanner.decision'],
  'its keys are names that another service gives': [
    'Consent.googleConsent',
    'Consent.previousGoogleConsent',
    'ConsentSettings.purgedPageCaches',
  ],
  'which keys there are depends on the template': ['ConsentService.codeDynamics', 'ConsentTemplate.values', '*.details'],
  'what names the place depends on what it is': ['ConsentImportMessage.where'],
  'a scanner reports what it likes': ['SiteScan.result', 'SiteScan.detections'],
  'its keys are names of headers': ['ScanPagePayload.headers'],
  'its keys are locales': ['PrivacyBannerDesign*.texts'],
  'its keys are names of services': ['PrivacyChoiceDraft.services'],
  'clients keep here what they like': ['Map.settings', 'MapInput.settings', 'MapMarker.otherData', 'MapMarkerInput.otherData'],
  'every type of job has data of its own': ['QueueJob.data', 'QueueJobException.data', 'Mutation.reportQueueJob(errorData)'],
  'every type of message has data of its own': ['WebhookMessage.data'],
  'other sites return any shape': ['Query.externalEmbed'],
  'every module and datapoint has parameters and results of its own': [
    'Query.analyticsDatapoint',
    'Query.analyticsDatapoint(parameters)',
    'Analytics.datapoint',
    'Analytics.datapoint(parameters)',
    'Mutation.runAnalyticsDatapoint(parameters)',
    'RunAnalyticsDatapointPayload.result',
  ],
  'every question has an answer of its own': ['Mutation.answerAnalyticsQuestions(settings)'],
  'the source of surveys defines it': [
    'Query.analyticsSurvey',
    'Analytics.survey',
    'Mutation.recordAnalyticsSurveyEvent(*)',
    '*AnalyticsSurveyEventPayload.result',
  ],
  'each step of the wizard defines its own keys': ['Mutation.runOnboarding(sent)', 'Onboarding.lastSend'],
  'import services write events in their own words': ['Mutation.addEventImportBatch(events)'],
};

const patterns = Object.entries(reasons).flatMap(([reason, places]) =>
  places.map((place) => ({
    reason,
    place,
    fits: new RegExp(`^${place.replace(/[.()]/g, '\\$&').replaceAll('*', '.*')}$`),
  })),
);

interface Said {
  type: GraphQLType;
  description?: string | null | undefined;
}

/** Returns the current name of a member with a former name. */
const currentName = ({ name, extensions }: Pick<GraphQLArgument, 'name' | 'extensions'>) => extensions.currentName ?? name;

/** Returns all JSON members of a schema with their coordinates. */
function jsonPlaces(schema: GraphQLSchema): [place: string, said: Said][] {
  const places = Object.values(schema.getTypeMap()).flatMap((type): [string, Said][] => {
    if (isInputObjectType(type)) return Object.values(type.getFields()).map((field) => [`${type.name}.${currentName(field)}`, field]);
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    return Object.values(type.getFields()).flatMap((field): [string, Said][] => [
      [`${type.name}.${currentName(field)}`, field],
      ...field.args.map((arg): [string, Said] => [`${type.name}.${currentName(field)}(${currentName(arg)})`, arg]),
    ]);
  });
  return places.filter(([, { type }]) => getNamedType(type).name === 'JSON');
}

/** Returns the coordinates of reasons that no longer match a JSON member. */
export function idleReasons(schema: GraphQLSchema): string[] {
  const places = jsonPlaces(schema).map(([place]) => place);
  return patterns.filter(({ fits }) => !places.some((place) => fits.test(place))).map(({ place }) => place);
}

/** Appends the reasons to the descriptions of all JSON members. Throws for a member without a reason. */
export function withJsonReasons(schema: GraphQLSchema): GraphQLSchema {
  for (const [place, said] of jsonPlaces(schema)) {
    const found = patterns.find(({ fits }) => fits.test(place));
    if (!found) throw new Error(`${place} is JSON: give it a type, or say why in graphql/public/json-reasons.ts.`);
    said.description = `${said.description ?? ''} JSON: ${found.reason}.`.trim();
  }
  return schema;
}

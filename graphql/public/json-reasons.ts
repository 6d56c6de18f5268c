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
 * Reasons why members of the public schema have the type JSON, each with its members (`*` stands for any characters). The reason is appended to the
 * description. Every JSON member needs an entry here; prefer a specific type where one is possible.
 */
const reasons: Readonly<Record<string, readonly string[]>> = {
  'the site registers the keys': ['*.meta'],
  'each site defines its own questions': ['*.extra', 'CartAnswers.items', 'CartAnswersInput.items'],
  'the site defines the fields': ['EventDraft.customFields', 'EventChanges.customFields'],
  'the keys are names of actions and capabilities': [
    'ContentType.capabilities',
    'TaxonomyInfo.capabilities',
    'User.capabilities',
    'User.extraCapabilities',
  ],
  'the keys are names that editors know': ['ContentType.labels', 'ContentType.supports', 'TaxonomyInfo.labels'],
  'it is a schema.org document, which pages embed unchanged': ['*.jsonLd'],
  'WebAuthn defines the structure, which you pass on unchanged': [
    '*Payload.options',
    'Mutation.finishPasskey*(response)',
    'Mutation.proveIdentityByPasskey(response)',
  ],
  'it is a JSON Web Key, which libraries accept unchanged': ['OfflineListKey.jwk'],
  'the keys are the columns of the table': ['AuditEntry.before', 'AuditEntry.after'],
  'the type of the value differs': ['*Setting*.value', 'UsageFact.value', 'SetConsentNoticePayload.value'],
  'it has hundreds of values, which the script of the banner reads unchanged': [
    'BannerPreset.design',
    'ShownBanner.design',
    'Query.bannerDesign',
    'Mutation.updateBannerDesign(changes)',
    'UpdateBannerDesignPayload.design',
  ],
  'it is a stored document whose format can change': [
    'Consent.groups',
    'ConsentRevision.content',
    'ConsentRevisionState.content',
    'Query.consentRevision',
    'ConsentConfigurationFile.document',
  ],
  'the keys are IDs of groups': ['DocumentConsentPayload.decision', 'RecordConsentPayload.decision', 'ShownBanner.decision'],
  'another service defines the keys': ['Consent.googleConsent', 'Consent.previousGoogleConsent', 'ConsentSettings.purgedPageCaches'],
  'the keys depend on the template': ['ConsentService.codeDynamics', 'ConsentTemplate.values', '*.details'],
  'the keys depend on the type of the entry': ['ConsentImportMessage.where'],
  'each scanner defines its own structure': ['SiteScan.result', 'SiteScan.detections'],
  'the keys are names of headers': ['ScanPagePayload.headers'],
  'the keys are locales': ['PrivacyBannerDesign*.texts'],
  'the keys are names of services': ['PrivacyChoiceDraft.services'],
  'clients define the keys': ['Map.settings', 'MapInput.settings', 'MapMarker.otherData', 'MapMarkerInput.otherData'],
  'each type of job has its own data': ['QueueJob.data', 'QueueJobException.data', 'Mutation.reportQueueJob(errorData)'],
  'each type of message has its own data': ['WebhookMessage.data'],
  'other sites define the structure': ['Query.externalEmbed'],
  'each datapoint has its own parameters and results': [
    'Query.analyticsDatapoint',
    'Query.analyticsDatapoint(parameters)',
    'Analytics.datapoint',
    'Analytics.datapoint(parameters)',
    'Mutation.runAnalyticsDatapoint(parameters)',
    'RunAnalyticsDatapointPayload.result',
  ],
  'each question has its own type of answer': ['Mutation.answerAnalyticsQuestions(settings)'],
  'the provider of surveys defines the structure': [
    'Query.analyticsSurvey',
    'Analytics.survey',
    'Mutation.recordAnalyticsSurveyEvent(*)',
    '*AnalyticsSurveyEventPayload.result',
  ],
  'each step of the wizard defines its own keys': ['Mutation.runOnboarding(sent)', 'Onboarding.lastSend'],
  'import services define the format': ['Mutation.addEventImportBatch(events)'],
};

const patterns = Object.entries(reasons).flatMap(([reason, coordinates]) =>
  coordinates.map((coordinate) => ({
    reason,
    coordinate,
    expression: new RegExp(`^${coordinate.replace(/[.()]/g, '\\$&').replaceAll('*', '.*')}$`),
  })),
);

interface Member {
  type: GraphQLType;
  description?: string | null | undefined;
}

/** Returns the current name of a member with a former name. */
const currentName = ({ name, extensions }: Pick<GraphQLArgument, 'name' | 'extensions'>) => extensions.currentName ?? name;

/** Returns all JSON members of a schema with their coordinates. */
function findJsonMembers(schema: GraphQLSchema): [coordinate: string, member: Member][] {
  const members = Object.values(schema.getTypeMap()).flatMap((type): [string, Member][] => {
    if (isInputObjectType(type)) return Object.values(type.getFields()).map((field) => [`${type.name}.${currentName(field)}`, field]);
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    return Object.values(type.getFields()).flatMap((field): [string, Member][] => [
      [`${type.name}.${currentName(field)}`, field],
      ...field.args.map((arg): [string, Member] => [`${type.name}.${currentName(field)}(${currentName(arg)})`, arg]),
    ]);
  });
  return members.filter(([, { type }]) => getNamedType(type).name === 'JSON');
}

/** Returns the coordinates of reasons that no longer match a JSON member. */
export function findUnusedReasons(schema: GraphQLSchema): string[] {
  const coordinates = findJsonMembers(schema).map(([coordinate]) => coordinate);
  return patterns
    .filter(({ expression }) => !coordinates.some((coordinate) => expression.test(coordinate)))
    .map(({ coordinate }) => coordinate);
}

/** Appends the reasons to the descriptions of all JSON members. Throws for a member without a reason. */
export function withJsonReasons(schema: GraphQLSchema): GraphQLSchema {
  for (const [coordinate, member] of findJsonMembers(schema)) {
    const pattern = patterns.find(({ expression }) => expression.test(coordinate));
    if (!pattern) throw new Error(`${coordinate} is JSON: give it a type, or add the reason to graphql/public/json-reasons.ts.`);
    member.description = `${member.description ?? ''} The type is JSON because ${pattern.reason}.`.trim();
  }
  return schema;
}

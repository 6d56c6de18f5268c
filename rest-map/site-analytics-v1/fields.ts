import { type Field, flag, integer, listOf, members, object, text, textOr, truthy, untyped, wholeOrBlank } from '#app/rest/table.ts';
import { readAs } from './parameters.ts';

/** The only parameter of writes (docs/behaviour/analytics.md 1.1): an object with these members, null by default. */
const data = (properties?: Record<string, Field>, options: { additionalProperties?: boolean; minProperties?: number } = {}) => ({
  data: object(properties, { required: true, default: null, ...options }),
});

const texts = () => listOf(text());
const required = { required: true } as const;

/** `data.settings` with at least one of these members and no others (docs/behaviour/analytics.md 4.2). */
const settings = (properties: Record<string, Field>) => data({ settings: object(properties, { ...required, minProperties: 1, additionalProperties: false }) });

/** Path parameters. */
export const moduleParams = { slug: text({ from: 'path', required: true }) };
export const datapointParams = { ...moduleParams, datapoint: text({ from: 'path', required: true }) };

/** `data` that is published as an object without members. */
export const anyData = data();
export const settingsOfModule = { ...moduleParams, ...anyData };
export const actOfDatapoint = { ...datapointParams, ...anyData };
/** `data` that is published as an object without members. The operation reads these members. */
const read = (known: Record<string, Field>) => ({ data: members({ fields: known }, { required: true, default: null }) });

const word = textOr('', untyped({ default: '' }), 'number', 'boolean');

export const activation = read({ slug: word, active: truthy({ default: false }) });
export const dismissal = read({ slug: word, expiration: wholeOrBlank() });
export const notificationMark = read({ notificationID: word, notificationState: word });

const answers = () => ({ purpose: texts(), postFrequency: texts(), goals: texts(), includeConversionEvents: texts() });

/** The answers are published below `questions`. Clients send them as members of `settings`, and with any type (docs/behaviour/analytics.md 4.1). */
export const userInput = {
  data: readAs(
    object({ settings: object({ questions: object(answers()) }, required) }, { required: true, default: null }),
    object({ settings: object(undefined, required) }),
  ),
};

export const audienceSettings = settings({ configuredAudiences: texts(), isAudienceSegmentationWidgetHidden: flag(), didSetAudiences: flag() });
export const conversionReporting = settings({ newEventsCalloutDismissedAt: integer(), lostEventsCalloutDismissedAt: integer() });
export const reportSubscription = settings({ frequency: text({ enum: ['weekly', 'monthly', 'quarterly'] }), subscribed: flag() });
export const initialSetup = settings({ hasSitePurposeAnswer: flag(), isAnalyticsSetupComplete: flag() });
export const consentMode = settings({ enabled: flag(), regions: texts() });

const enabled = { enabled: flag(required) };
export const conversionTracking = data({ settings: object(enabled, required) });
export const reportMails = data({ settings: object(enabled, { ...required, additionalProperties: false }) });
export const tracking = data(enabled);
export const adminBar = data({ enabled: flag() });

export const keyMetrics = data({ settings: object({ isWidgetHidden: flag(required), widgetSlugs: listOf(text(), { maxItems: 8 }) }, required) });

/** `data` with only slugs. The member `slugs` is required (docs/behaviour/analytics.md 4.4). */
export const dismissedSlugs = data({ slugs: listOf(text(), required) }, { additionalProperties: false, minProperties: 1 });

const timer = object({ slug: text(required), expiration: integer(required) }, { additionalProperties: false });
export const timers = { data: listOf(timer, { required: true, default: null }) };

export const surveyTrigger = data({ triggerID: text(required), ttl: integer({ minimum: 0 }) });
const event = () => object();
export const surveyEvent = data({
  session: object({ session_id: text(), session_token: text() }, required),
  event: object(
    { survey_shown: event(), survey_closed: event(), question_answered: event(), completion_shown: event(), follow_up_link_clicked: event() },
    required,
  ),
});

export const moduleSlug = { slug: text({ description: 'Slug of the module.' }) };
export const checkAccess = data({ slug: text() });
export const userId = data({ userID: integer({ required: true, minimum: 1 }) });

export const users = {
  page: integer({ default: 1, minimum: 1, phase: 'early' }),
  per_page: integer({ default: 20, minimum: 1, maximum: 100, phase: 'early' }),
  search: text({ default: '' }),
};

export const entityQuery = { query: text({ required: true }) };
export const untypedData = { data: untyped() };

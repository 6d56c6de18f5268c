import { type Entity, searchEntities } from '#app/domains/analytics/entity-search/entity-search.ts';
import { isMeasuringAds } from '#app/domains/analytics/health/ads-measurement.ts';
import { checkHealth, type HealthCheck } from '#app/domains/analytics/health/provider-health.ts';
import { describeTags } from '#app/domains/analytics/health/tag-placement.ts';
import { builder } from '../builder.ts';
import { authorizeAnalytics } from './permit.ts';

const AnalyticsHealthCheck = builder.objectRef<HealthCheck>('AnalyticsHealthCheck').implement({
  description: 'Result of checking whether a service responds.',
  fields: (t) => ({
    pass: t.exposeBoolean('pass', { description: 'Whether the service responds.' }),
    message: t.exposeString('errorMsg', { description: 'Message if the service does not respond; otherwise empty.' }),
  }),
});

const AnalyticsHealth = builder.objectRef<{ provider: HealthCheck; broker: HealthCheck }>('AnalyticsHealth').implement({
  description: 'Whether the provider and the broker can be reached.',
  fields: (t) => ({
    provider: t.expose('provider', { type: AnalyticsHealthCheck, description: 'Result for the provider’s search API.' }),
    broker: t.expose('broker', { type: AnalyticsHealthCheck, description: 'Result for the broker.' }),
  }),
});

const EntityType = builder.enumType('AnalyticsEntityType', {
  description: 'Types of objects for which statistics exist.',
  values: {
    POST: { value: 'post', description: 'A post, page, event, venue or organizer.' },
    BLOG: { value: 'blog', description: 'The page that lists posts.' },
    TERM: { value: 'term', description: 'The page that lists the content with a category or tag.' },
    USER: { value: 'user', description: 'The page that lists the content by an author.' },
  } as const,
});

const AnalyticsEntity = builder.objectRef<Entity>('AnalyticsEntity').implement({
  description: 'A page of the site that has statistics: a post, page or event, or a list of them.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID in the database.' }),
    title: t.exposeString('title', { description: 'Title of the content, term or author.' }),
    url: t.exposeString('url', { description: 'Public URL of the object.' }),
    type: t.expose('type', { type: EntityType, description: 'Type of the object.' }),
  }),
});

builder.queryFields((t) => ({
  analyticsHealth: t.field({
    type: AnalyticsHealth,
    description: 'Whether the provider and the broker, which manages the site’s OAuth client, can be reached.',
    ...authorizeAnalytics('checkHealth', (_actor, _args: object, { site, viewer }) => checkHealth(site, viewer.id)),
  }),
  analyticsTagPlacement: t.field({
    type: 'HTML',
    description:
      'HTML that lists the tags of active modules that were found in pages of the site. For administrators who may install extensions.',
    ...authorizeAnalytics('viewSiteHealth', ({ state }, _args: object, { site }) => describeTags(site, state)),
  }),
  analyticsMeasuresAds: t.boolean({
    description: 'Whether conversions are reported to an advertising service; for users who manage analytics.',
    ...authorizeAnalytics('manage', ({ state }, _args: object, { site, viewer }) => isMeasuringAds(site, viewer.id, state)),
  }),
  analyticsEntities: t.field({
    type: [AnalyticsEntity],
    description:
      'Pages of this site for which statistics exist, at most ten. A URL finds the page at this URL; any other text finds published content that contains it, matching titles first.',
    args: { query: t.arg.string({ required: true, description: 'URL on this site, or text to search for.' }) },
    ...authorizeAnalytics('lookAround', (_actor, { query }: { query: string }, { site }) => searchEntities(site, query)),
  }),
}));

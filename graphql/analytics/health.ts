import { type Entity, searchEntities } from '#app/domains/analytics/entity-search/entity-search.ts';
import { measuresAds } from '#app/domains/analytics/health/ads-measurement.ts';
import { checkHealth, type HealthCheck } from '#app/domains/analytics/health/provider-health.ts';
import { describeTags } from '#app/domains/analytics/health/tag-placement.ts';
import { builder } from '../builder.ts';
import { permitted } from './permit.ts';

const AnalyticsHealthCheck = builder.objectRef<HealthCheck>('AnalyticsHealthCheck').implement({
  description: 'Whether a service responds.',
  fields: (t) => ({
    pass: t.exposeBoolean('pass', { description: 'Whether it does.' }),
    message: t.exposeString('errorMsg', { description: 'What is said where it does not; else empty.' }),
  }),
});

const AnalyticsHealth = builder.objectRef<{ provider: HealthCheck; broker: HealthCheck }>('AnalyticsHealth').implement({
  description: 'Whether provider and broker can be reached from here.',
  fields: (t) => ({
    provider: t.expose('provider', { type: AnalyticsHealthCheck, description: 'The provider’s interface for searches.' }),
    broker: t.expose('broker', { type: AnalyticsHealthCheck, description: 'Result for the broker.' }),
  }),
});

const EntityType = builder.enumType('AnalyticsEntityType', {
  description: 'Kinds of objects with statistics of their own.',
  values: {
    POST: { value: 'post', description: 'A post, page, event, venue or organizer.' },
    BLOG: { value: 'blog', description: 'The page that lists posts.' },
    TERM: { value: 'term', description: 'What has a category or tag.' },
    USER: { value: 'user', description: 'Contents of an author.' },
  } as const,
});

const AnalyticsEntity = builder.objectRef<Entity>('AnalyticsEntity').implement({
  description: 'An object of the site with statistics of its own.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Number that identifies it.' }),
    title: t.exposeString('title', { description: 'What it is called.' }),
    url: t.exposeString('url', { description: 'Its public address.' }),
    type: t.expose('type', { type: EntityType, description: 'What it is.' }),
  }),
});

builder.queryFields((t) => ({
  analyticsHealth: t.field({
    type: AnalyticsHealth,
    description: 'Whether provider and broker can be reached.',
    ...permitted('checkHealth', (_actor, _args: object, { site, viewer }) => checkHealth(site, viewer.id)),
  }),
  analyticsTagPlacement: t.field({
    type: 'HTML',
    description: 'What of the tags of active modules is found in pages of the site; for those who may see its health.',
    ...permitted('viewSiteHealth', ({ state }, _args: object, { site }) => describeTags(site, state)),
  }),
  analyticsMeasuresAds: t.boolean({
    description: 'Whether anything tells advertisements what they led to; for those who manage analytics.',
    ...permitted('manage', ({ state }, _args: object, { site, viewer }) => measuresAds(site, viewer.id, state)),
  }),
  analyticsEntities: t.field({
    type: [AnalyticsEntity],
    description: 'What an address of this site shows, or the published content that a text is found in, titles first; at most ten.',
    args: { query: t.arg.string({ required: true, description: 'Address or text.' }) },
    ...permitted('lookAround', (_actor, { query }: { query: string }, { site }) => searchEntities(site, query)),
  }),
}));

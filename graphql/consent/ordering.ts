import { loadCountryDatabase } from '#app/domains/consent/country/country.service.ts';
import { orderGroups, orderLinks, orderServices } from '#app/domains/consent/configuration/order.service.ts';
import { createCookiePolicy } from '#app/domains/consent/policy/policy.service.ts';
import { formatIsoLocal } from '#app/core/time/zone.ts';
import { getSiteZone } from '#app/domains/content/site-time.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { consentManagers } from './access.ts';
import { payload } from '../public/payload.ts';
import { declareFormerName } from '../public/former-names.ts';

const CountryDatabase = builder.objectRef<Date>('CountryDatabase').implement({
  description: 'The database that maps IP addresses to countries.',
  fields: (t) => ({
    loadedAt: t.field({ type: 'DateTime', description: 'When the database was loaded.', resolve: (loadedAt) => loadedAt }),
    loadedLocal: t.string({
      ...legacy({ use: 'loadedAt' }),
      description: '`loadedAt` with the UTC offset of the site’s time zone.',
      resolve: (loadedAt, _args, { site }) => formatIsoLocal(loadedAt, getSiteZone(site)),
    }),
  }),
});

builder.mutationFields((t) => ({
  reorderServiceGroups: t.boolean({
    ...declareFormerName('orderServiceGroups'),
    ...payload('isOrdered', 'True once the order of the groups is stored.'),
    ...consentManagers,
    description: 'Sets the order of the groups; groups that are left out come last. For users who manage the consent banner.',
    args: { ids: t.arg.intList({ required: true, description: 'IDs of the groups.' }) },
    resolve: async (_root, { ids }, { site }) => {
      await orderGroups(site, ids);
      return true;
    },
  }),
  reorderConsentServices: t.boolean({
    ...declareFormerName('orderConsentServices'),
    ...payload('isOrdered', 'True once the order of the services is stored.'),
    ...consentManagers,
    description: 'Sets the order of the services; services that are left out come last. For users who manage the consent banner.',
    args: { ids: t.arg.intList({ required: true, description: 'IDs of the services.' }) },
    resolve: async (_root, { ids }, { site }) => {
      await orderServices(site, ids);
      return true;
    },
  }),
  reorderBannerLinks: t.boolean({
    ...declareFormerName('orderBannerLinks'),
    ...payload('isOrdered', 'True once the order of the links is stored.'),
    ...consentManagers,
    description: "Sets the order of the banner's links; links that are left out come last. For users who manage the consent banner.",
    args: { ids: t.arg.intList({ required: true, description: 'IDs of the links.' }) },
    resolve: async (_root, { ids }, { site }) => {
      await orderLinks(site, ids);
      return true;
    },
  }),
  loadCountryDatabase: t.field({
    type: CountryDatabase,
    ...consentManagers,
    description: 'Reloads the database that maps IP addresses to countries; for users who manage the consent banner.',
    resolve: (_root, _args, { site }) => loadCountryDatabase(site),
  }),
  createCookiePolicy: t.int({
    ...payload('pageId', 'ID of the new page.'),
    ...consentManagers,
    description:
      'Creates and publishes a page with the cookie policy, and returns the ID of the page; for users who manage the consent banner.',
    resolve: (_root, _args, { site, viewer }) => createCookiePolicy(site, viewer),
  }),
}));

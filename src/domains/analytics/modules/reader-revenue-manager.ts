import { notFound } from '#app/core/failures/failure.ts';
import { getRecords, getString } from '../json.ts';
import { listUrlVariants } from '../site-url.ts';
import { type DatapointCall, declareDatapoint } from './datapoint.ts';
import type { ModuleDefinition } from './module.ts';
import { requireString } from './parameters.ts';
import { flagField, ownerField, stringField, stringListField, enumField } from './setting-fields.ts';

const STATES = {
  ONBOARDING_STATE_UNSPECIFIED: 'The provider does not report the state.',
  ONBOARDING_ACTION_REQUIRED: 'The publisher must complete a step at the provider.',
  PENDING_VERIFICATION: 'The provider is reviewing the publication.',
  ONBOARDING_COMPLETE: 'The setup is complete.',
};
const PUBLICATION_ID = /^[A-Za-z0-9_-]+$/;

/** Returns the filter for publications of this site's Search Console property. */
function buildFilter({ actor }: Pick<DatapointCall, 'actor'>): string {
  const property = String(actor.state.getSettings('search-console')['propertyID'] ?? '');
  if (property.startsWith('sc-domain:')) return `domain = "${property.slice('sc-domain:'.length)}"`;
  const forms = URL.canParse(property) ? listUrlVariants(property) : [property];
  return forms.map((form) => `site_url = "${form}"`).join(' OR ');
}

async function loadPublications(call: Pick<DatapointCall, 'actor' | 'ask'>) {
  const response = await call.ask({ family: 'publications', method: 'GET', path: 'v1/publications', query: { filter: buildFilter(call) } });
  return getRecords(response, 'publications');
}

async function syncState(call: DatapointCall) {
  const publicationID = requireString(call.parameters, 'publicationID');
  const knownState = requireString(call.parameters, 'publicationOnboardingState');
  const publication = (await loadPublications(call)).find((candidate) => getString(candidate, 'publicationId') === publicationID);
  if (!publication) throw notFound('publication_not_found', 'There is no such publication.');
  const publicationOnboardingState = getString(publication, 'onboardingState');
  if (publicationOnboardingState === knownState) return {};
  if (call.settings['publicationID'] === publicationID)
    await call.store({ publicationOnboardingState, publicationOnboardingStateChanged: true });
  return { publicationID, publicationOnboardingState };
}

/** Module that asks readers for subscriptions and contributions. */
export const readerRevenueManager: ModuleDefinition = {
  slug: 'reader-revenue-manager',
  name: 'Reader Revenue Manager',
  description: 'Subscriptions, newsletters and contributions of readers.',
  homepage: 'https://readerrevenue.withgoogle.com',
  order: 10,
  requiredSettings: ['publicationID'],
  scopes: ['subscribewithgoogle.publications.readonly'],
  hasOwner: true,
  hasServiceEntity: true,
  tag: { pattern: /news\.google\.com\/swg\/js/, isEnabled: () => true },
  settings: {
    ownerID: ownerField(),
    publicationID: stringField('ID of the publication at the provider.', { ownership: true, viewOnly: true, accepts: PUBLICATION_ID }),
    publicationOnboardingState: { ...enumField('State of the publication’s setup at the provider.', STATES, '') },
    publicationOnboardingStateChanged: flagField('Whether the state has changed since a user last viewed it.'),
    productIDs: stringListField('IDs of the available products.', []),
    paymentOption: stringField('Kind of payment that readers are asked for, such as a subscription.', { viewOnly: true }),
    snippetMode: enumField(
      'Pages on which readers are asked to pay.',
      {
        post_types: 'Readers are asked on all pages of the chosen content types.',
        per_post: 'Readers are asked on pages that an editor has chosen.',
        sitewide: 'Readers are asked on every page.',
      },
      'post_types',
      { viewOnly: true },
    ),
    postTypes: stringListField('Content types on whose pages readers are asked.', ['post'], {
      viewOnly: true,
      normalize: (types) => (types.length === 0 ? ['post'] : types),
    }),
    productID: { ...stringField('ID of the default product, used for content that has no product of its own.'), default: 'openaccess' },
  },
  datapoints: {
    GET: { publications: declareDatapoint(loadPublications) },
    POST: { 'sync-publication-onboarding-state': declareDatapoint(syncState) },
  },
  async canAccessEntity({ settings, actor, ask }) {
    const publications = await loadPublications({ actor, ask });
    return publications.some((publication) => getString(publication, 'publicationId') === settings['publicationID']);
  },
};

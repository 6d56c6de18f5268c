import { notFound } from '#app/core/failures/failure.ts';
import { recordsAt, textAt } from '../json.ts';
import { addressForms } from '../site-address.ts';
import { type DatapointCall, point } from './datapoint.ts';
import type { ModuleDefinition } from './module.ts';
import { required } from './parameters.ts';
import { flag, owner, text, texts, word } from './setting-fields.ts';

const states = {
  ONBOARDING_STATE_UNSPECIFIED: 'The provider does not say.',
  ONBOARDING_ACTION_REQUIRED: 'The publisher still has to do something at the provider.',
  PENDING_VERIFICATION: 'The provider is looking at it.',
  ONBOARDING_COMPLETE: 'It is set up.',
};
const NAME = /^[A-Za-z0-9_-]+$/;

/** Which publications are about this site: those of the search console's property. */
function filterOf({ actor }: Pick<DatapointCall, 'actor'>): string {
  const property = String(actor.state.settingsOf('search-console')['propertyID'] ?? '');
  if (property.startsWith('sc-domain:')) return `domain = "${property.slice('sc-domain:'.length)}"`;
  const forms = URL.canParse(property) ? addressForms(property) : [property];
  return forms.map((form) => `site_url = "${form}"`).join(' OR ');
}

async function publications(call: Pick<DatapointCall, 'actor' | 'ask'>) {
  const answer = await call.ask({ family: 'publications', method: 'GET', path: 'v1/publications', query: { filter: filterOf(call) } });
  return recordsAt(answer, 'publications');
}

async function syncState(call: DatapointCall) {
  const publicationID = required(call.parameters, 'publicationID');
  const known = required(call.parameters, 'publicationOnboardingState');
  const publication = (await publications(call)).find((one) => textAt(one, 'publicationId') === publicationID);
  if (!publication) throw notFound('publication_not_found', 'There is no such publication.');
  const publicationOnboardingState = textAt(publication, 'onboardingState');
  if (publicationOnboardingState === known) return {};
  if (call.settings['publicationID'] === publicationID)
    await call.store({ publicationOnboardingState, publicationOnboardingStateChanged: true });
  return { publicationID, publicationOnboardingState };
}

/** Subscriptions and contributions of readers. */
export const readerRevenueManager: ModuleDefinition = {
  slug: 'reader-revenue-manager',
  name: 'Reader Revenue Manager',
  description: 'Subscriptions, newsletters and contributions of readers.',
  homepage: 'https://readerrevenue.withgoogle.com',
  order: 10,
  connectedBy: ['publicationID'],
  scopes: ['subscribewithgoogle.publications.readonly'],
  hasOwner: true,
  hasServiceEntity: true,
  tag: { pattern: /news\.google\.com\/swg\/js/, isEnabled: () => true },
  settings: {
    ownerID: owner(),
    publicationID: text('The publication at the provider.', { ownership: true, viewOnly: true, accepts: NAME }),
    publicationOnboardingState: { ...word('How far the publication is set up.', states, '') },
    publicationOnboardingStateChanged: flag('Whether that changed since someone looked.'),
    productIDs: texts('Products that can be chosen.', []),
    paymentOption: text('What readers are asked for.', { viewOnly: true }),
    snippetMode: word(
      'Where readers are asked.',
      { post_types: 'On all content of the chosen kinds.', per_post: 'Where an editor says so.', sitewide: 'On every page.' },
      'post_types',
      { viewOnly: true },
    ),
    postTypes: texts('Kinds of content where readers are asked.', ['post'], {
      viewOnly: true,
      put: (given) => (given.length === 0 ? ['post'] : given),
    }),
    productID: { ...text('The product of content that names none.'), default: 'openaccess' },
  },
  datapoints: { GET: { publications: point(publications) }, POST: { 'sync-publication-onboarding-state': point(syncState) } },
  async reachesEntity({ settings, actor, ask }) {
    const all = await publications({ actor, ask });
    return all.some((one) => textAt(one, 'publicationId') === settings['publicationID']);
  },
};

import { invalid } from '#app/core/failures/failure.ts';
import { siteLanguage } from '#app/core/settings/site.settings.ts';
import { getSiteUrlWithSlash } from '../site-url.ts';
import { type DatapointCall, declareDatapoint } from './datapoint.ts';
import type { ModuleDefinition } from './module.ts';
import { requireString, getStringParameter } from './parameters.ts';
import { ownerField } from './setting-fields.ts';

const STRATEGIES = ['mobile', 'desktop'];

async function runPagespeed({ site, parameters, ask }: DatapointCall) {
  const strategy = requireString(parameters, 'strategy');
  if (!STRATEGIES.includes(strategy)) throw invalid('invalid_param', 'The strategy must be mobile or desktop.');
  return await ask({
    family: 'pagespeed',
    method: 'GET',
    path: 'pagespeedonline/v5/runPagespeed',
    query: { url: getStringParameter(parameters, 'url') || getSiteUrlWithSlash(site), strategy, locale: site.settings.get(siteLanguage) },
  });
}

/** Module that measures the speed of the site's pages. */
export const pagespeedInsights: ModuleDefinition = {
  slug: 'pagespeed-insights',
  name: 'PageSpeed Insights',
  description: 'How fast pages are on phones and computers, and what would make them faster.',
  homepage: 'https://pagespeed.web.dev',
  order: 10,
  scopes: ['openid'],
  hasOwner: true,
  sharedDatapoint: 'pagespeed',
  settings: { ownerID: ownerField() },
  datapoints: { GET: { pagespeed: declareDatapoint(runPagespeed) } },
};

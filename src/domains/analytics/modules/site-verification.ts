import { isRecord, type Json, getRecords, getString } from '../json.ts';
import { listUrlVariants, getSiteUrlWithSlash } from '../site-url.ts';
import { type DatapointCall, declareDatapoint } from './datapoint.ts';
import type { ModuleDefinition } from './module.ts';
import { requireString, getStringParameter } from './parameters.ts';

const RESOURCES = 'siteVerification/v1/webResource';
const VERIFICATION_METHOD = 'META';

const getIdentity = (resource: Json) => {
  const site = isRecord(resource['site']) ? resource['site'] : {};
  return { identifier: getString(site, 'identifier'), type: getString(site, 'type') };
};

async function loadVerifiedSites({ ask }: DatapointCall) {
  const response = await ask({ family: 'verification', method: 'GET', path: RESOURCES });
  return getRecords(response, 'items');
}

function includesUrl({ identifier, type }: { identifier: string; type: string }, url: string): boolean {
  if (type === 'INET_DOMAIN') {
    const host = new URL(url).hostname.replace(/^www\./, '');
    return host === identifier || host.endsWith(`.${identifier}`);
  }
  return identifier.replace(/\/+$/, '') === url.replace(/\/+$/, '');
}

async function findVerification(call: DatapointCall, url: string) {
  const verified = (await loadVerifiedSites(call)).map(getIdentity).find((identity) => includesUrl(identity, url));
  return verified ? { ...verified, verified: true } : { identifier: url, type: 'SITE', verified: false };
}

const getSiteUrl = ({ site, parameters }: DatapointCall) => {
  const siteUrl = getStringParameter(parameters, 'siteURL');
  return URL.canParse(siteUrl) ? siteUrl : getSiteUrlWithSlash(site);
};

/** Returns the stored token that proves the ownership of the site. Without one, requests a new token and stores it. */
async function getOrCreateToken(call: DatapointCall, url: string) {
  const stored = await call.verification.find();
  if (stored) return stored;
  const response = await call.ask({
    family: 'verification',
    method: 'POST',
    path: 'siteVerification/v1/token',
    body: { verificationMethod: VERIFICATION_METHOD, site: { identifier: url, type: 'SITE' } },
  });
  const token = { method: VERIFICATION_METHOD, token: getString(response, 'token') };
  await call.verification.store(token);
  return token;
}

async function verify(call: DatapointCall) {
  const url = requireString(call.parameters, 'siteURL');
  const verification = await findVerification(call, url);
  if (verification.verified) {
    await call.verification.confirm();
    return verification;
  }
  await getOrCreateToken(call, url);
  let refusal: unknown;
  let verified: Json | null = null;
  for (const variant of URL.canParse(url) ? listUrlVariants(url) : [url]) {
    try {
      const response = await call.ask({
        family: 'verification',
        method: 'POST',
        path: RESOURCES,
        query: { verificationMethod: VERIFICATION_METHOD },
        body: { site: { identifier: variant, type: 'SITE' } },
      });
      if (isRecord(response) && (verified === null || variant === url)) verified = response;
    } catch (error) {
      refusal ??= error;
    }
  }
  // one verified variant is enough, because the site may not respond at every variant
  if (verified === null) throw refusal;
  await call.verification.confirm();
  const { identifier, type } = getIdentity(verified);
  return { identifier: identifier === '' ? url : identifier, type: type === '' ? 'SITE' : type, verified: true };
}

/** Module that proves to the provider who owns the site. */
export const siteVerification: ModuleDefinition = {
  slug: 'site-verification',
  name: 'Site Verification',
  description: 'Proves to the provider that an administrator owns the site.',
  homepage: 'https://www.google.com/webmasters/verification/home',
  order: 0,
  isInternal: true,
  isForced: true,
  scopes: ['siteverification'],
  datapoints: {
    GET: {
      'verified-sites': declareDatapoint(async (call) =>
        Object.fromEntries((await loadVerifiedSites(call)).map((resource) => [getString(resource, 'id'), getIdentity(resource)])),
      ),
      verification: declareDatapoint((call) => findVerification(call, getSiteUrl(call))),
      'verification-token': declareDatapoint((call) => getOrCreateToken(call, getSiteUrl(call))),
    },
    POST: { verification: declareDatapoint(verify) },
  },
};

import { isRecord, type Json, getRecords, getText } from '../json.ts';
import { listAddressForms, getSiteAddress } from '../site-address.ts';
import { type DatapointCall, declareDatapoint } from './datapoint.ts';
import type { ModuleDefinition } from './module.ts';
import { requireText, getTextParameter } from './parameters.ts';

const RESOURCES = 'siteVerification/v1/webResource';
const METHOD = 'META';

const getIdentity = (resource: Json) => {
  const site = isRecord(resource['site']) ? resource['site'] : {};
  return { identifier: getText(site, 'identifier'), type: getText(site, 'type') };
};

async function loadVerifiedSites({ ask }: DatapointCall) {
  const response = await ask({ family: 'verification', method: 'GET', path: RESOURCES });
  return getRecords(response, 'items');
}

function includesAddress({ identifier, type }: { identifier: string; type: string }, address: string): boolean {
  if (type === 'INET_DOMAIN') {
    const host = new URL(address).hostname.replace(/^www\./, '');
    return host === identifier || host.endsWith(`.${identifier}`);
  }
  return identifier.replace(/\/+$/, '') === address.replace(/\/+$/, '');
}

async function findVerification(call: DatapointCall, address: string) {
  const verified = (await loadVerifiedSites(call)).map(getIdentity).find((identity) => includesAddress(identity, address));
  return verified ? { ...verified, verified: true } : { identifier: address, type: 'SITE', verified: false };
}

const getAddress = ({ site, parameters }: DatapointCall) => {
  const siteUrl = getTextParameter(parameters, 'siteURL');
  return URL.canParse(siteUrl) ? siteUrl : getSiteAddress(site);
};

/** Returns the stored token that proves the ownership of the site, else requests and stores a new one. */
async function getOrCreateToken(call: DatapointCall, address: string) {
  const stored = await call.verification.find();
  if (stored) return stored;
  const response = await call.ask({
    family: 'verification',
    method: 'POST',
    path: 'siteVerification/v1/token',
    body: { verificationMethod: METHOD, site: { identifier: address, type: 'SITE' } },
  });
  const token = { method: METHOD, token: getText(response, 'token') };
  await call.verification.store(token);
  return token;
}

async function verify(call: DatapointCall) {
  const address = requireText(call.parameters, 'siteURL');
  const verification = await findVerification(call, address);
  if (verification.verified) {
    await call.verification.confirm();
    return verification;
  }
  await getOrCreateToken(call, address);
  let refusal: unknown;
  let verified: Json | null = null;
  for (const form of URL.canParse(address) ? listAddressForms(address) : [address]) {
    try {
      const response = await call.ask({
        family: 'verification',
        method: 'POST',
        path: RESOURCES,
        query: { verificationMethod: METHOD },
        body: { site: { identifier: form, type: 'SITE' } },
      });
      if (isRecord(response) && (verified === null || form === address)) verified = response;
    } catch (error) {
      refusal ??= error;
    }
  }
  // one verified address is enough, because the site may not respond at every variant of its address
  if (verified === null) throw refusal;
  await call.verification.confirm();
  const { identifier, type } = getIdentity(verified);
  return { identifier: identifier === '' ? address : identifier, type: type === '' ? 'SITE' : type, verified: true };
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
        Object.fromEntries((await loadVerifiedSites(call)).map((resource) => [getText(resource, 'id'), getIdentity(resource)])),
      ),
      verification: declareDatapoint((call) => findVerification(call, getAddress(call))),
      'verification-token': declareDatapoint((call) => getOrCreateToken(call, getAddress(call))),
    },
    POST: { verification: declareDatapoint(verify) },
  },
};

import { isRecord, type Json, recordsAt, textAt } from '../json.ts';
import { addressForms, siteAddress } from '../site-address.ts';
import { type DatapointCall, point } from './datapoint.ts';
import type { ModuleDefinition } from './module.ts';
import { required, textOf } from './parameters.ts';

const RESOURCES = 'siteVerification/v1/webResource';
const METHOD = 'META';

const identityOf = (resource: Json) => {
  const site = isRecord(resource['site']) ? resource['site'] : {};
  return { identifier: textAt(site, 'identifier'), type: textAt(site, 'type') };
};

async function verifiedSites({ ask }: DatapointCall) {
  const answer = await ask({ family: 'verification', method: 'GET', path: RESOURCES });
  return recordsAt(answer, 'items');
}

function isAbout({ identifier, type }: { identifier: string; type: string }, address: string): boolean {
  if (type === 'INET_DOMAIN') {
    const host = new URL(address).hostname.replace(/^www\./, '');
    return host === identifier || host.endsWith(`.${identifier}`);
  }
  return identifier.replace(/\/+$/, '') === address.replace(/\/+$/, '');
}

async function verification(call: DatapointCall, address: string) {
  const known = (await verifiedSites(call)).map(identityOf).find((one) => isAbout(one, address));
  return known ? { ...known, verified: true } : { identifier: address, type: 'SITE', verified: false };
}

const addressIn = ({ site, parameters }: DatapointCall) => {
  const given = textOf(parameters, 'siteURL');
  return URL.canParse(given) ? given : siteAddress(site);
};

/** Returns the token that proves the ownership of the site: the stored one, else a new one. */
async function verificationToken(call: DatapointCall, address: string) {
  const stored = await call.verification.find();
  if (stored) return stored;
  const answer = await call.ask({
    family: 'verification',
    method: 'POST',
    path: 'siteVerification/v1/token',
    body: { verificationMethod: METHOD, site: { identifier: address, type: 'SITE' } },
  });
  const token = { method: METHOD, token: textAt(answer, 'token') };
  await call.verification.store(token);
  return token;
}

async function verify(call: DatapointCall) {
  const address = required(call.parameters, 'siteURL');
  const present = await verification(call, address);
  if (present.verified) {
    await call.verification.confirm();
    return present;
  }
  await verificationToken(call, address);
  let refusal: unknown;
  let verified: Json | null = null;
  for (const form of URL.canParse(address) ? addressForms(address) : [address]) {
    try {
      const answer = await call.ask({
        family: 'verification',
        method: 'POST',
        path: RESOURCES,
        query: { verificationMethod: METHOD },
        body: { site: { identifier: form, type: 'SITE' } },
      });
      if (isRecord(answer) && (verified === null || form === address)) verified = answer;
    } catch (error) {
      refusal ??= error;
    }
  }
  // one accepted form is enough, because a site may not respond at all of its addresses
  if (verified === null) throw refusal;
  await call.verification.confirm();
  const { identifier, type } = identityOf(verified);
  return { identifier: identifier === '' ? address : identifier, type: type === '' ? 'SITE' : type, verified: true };
}

/** Module that proves the ownership of the site to the provider. */
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
      'verified-sites': point(async (call) =>
        Object.fromEntries((await verifiedSites(call)).map((one) => [textAt(one, 'id'), identityOf(one)])),
      ),
      verification: point((call) => verification(call, addressIn(call))),
      'verification-token': point((call) => verificationToken(call, addressIn(call))),
    },
    POST: { verification: point(verify) },
  },
};

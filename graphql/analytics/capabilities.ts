import { capabilities, type Capability, moduleCapabilities, type ModuleCapability } from '#app/domains/analytics/access/capabilities.ts';
import { getModuleFacts } from '#app/domains/analytics/access/facts.ts';
import type { Actor } from '#app/domains/analytics/access/actor.ts';
import { UPDATES_ACTION } from '#app/domains/analytics/site-settings/extensions.ts';
import { isShareable } from '#app/domains/analytics/modules/ownership.ts';
import { registry } from '#app/domains/analytics/modules/registry.ts';
import { createNonce } from '#app/domains/identity/auth/nonces.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { authorizeAnalytics } from './permit.ts';
import { declareFormerName } from '../public/former-names.ts';

interface CapabilityState {
  key: string;
  isHeld: boolean;
}

const AnalyticsCapability = builder.objectRef<CapabilityState>('AnalyticsCapability').implement({
  description: 'A capability on analytics screens.',
  fields: (t) => ({
    key: t.exposeString('key', {
      description:
        'Name of the capability, with the prefix of the site. The name of a capability of a module ends with the slug of the module: `…::["search-console"]`.',
    }),
    isGranted: t.exposeBoolean('isHeld', { ...declareFormerName('isHeld'), description: 'Whether you have the capability.' }),
  }),
});

/** Returns every capability of the caller, including those of shareable modules. */
function listCapabilities({ facts, state }: Actor, { site, viewer }: Context): CapabilityState[] {
  const prefix = site.config.analytics.keyPrefix;
  const siteCapabilities = (Object.keys(capabilities) as Capability[]).map((name) => ({
    key: `${prefix}_${name}`,
    isHeld: capabilities[name](facts),
  }));
  const moduleCapabilityStates = registry
    .filter((module) => isShareable(state, module))
    .flatMap(({ slug }) =>
      (Object.keys(moduleCapabilities) as ModuleCapability[]).map((name) => ({
        key: `${prefix}_${name}::${JSON.stringify([slug])}`,
        isHeld: moduleCapabilities[name](facts, getModuleFacts(viewer, state, slug)),
      })),
    );
  return [...siteCapabilities, ...moduleCapabilityStates];
}

builder.queryFields((t) => ({
  analyticsCapabilities: t.field({
    type: [AnalyticsCapability],
    description: 'Your capabilities on analytics screens.',
    ...authorizeAnalytics('seeAnything', (actor, _args: object, context) => listCapabilities(actor, context)),
  }),
  analyticsUpdatesNonce: t.string({
    description: 'Nonce for URLs that install or activate extensions, valid for 12 to 24 hours. For all signed-in users.',
    ...authorizeAnalytics('signedIn', (_actor, _args: object, { site, viewer }) => createNonce(site, viewer, UPDATES_ACTION)),
  }),
}));

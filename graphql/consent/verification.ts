import { type BrokenLink, type LogVerification, verifyLog } from '#app/domains/consent/log/verify.service.ts';
import { builder } from '../builder.ts';
import { forConsentManagers } from './access.ts';
import { oneOf } from '../public/public-mapping.ts';
import { logFaults } from './closed-sets.ts';

const Broken = builder.objectRef<BrokenLink>('BrokenConsentLink').implement({
  description: 'The first place at which the log of consents does not hold together.',
  fields: (t) => ({
    position: t.exposeInt('position', { description: 'Place in the log.' }),
    consentId: t.int({
      nullable: true,
      description: 'Number of the consent there; null where none is.',
      resolve: ({ consentId }) => consentId,
    }),
    fault: t.exposeString('fault', {
      ...oneOf(logFaults, 'What is wrong.'),
    }),
  }),
});

const Verification = builder.objectRef<LogVerification>('ConsentLogVerification').implement({
  description: 'What a look through the whole log of consents has found.',
  fields: (t) => ({
    isIntact: t.boolean({ description: 'Nobody has altered it.', resolve: ({ firstBroken }) => firstBroken === null }),
    checked: t.exposeInt('checked', { description: 'Consents that were looked at.' }),
    removed: t.exposeInt('removed', { description: 'Consents that were deleted and left a signed mark.' }),
    firstBroken: t.field({
      type: Broken,
      nullable: true,
      description: 'The first broken place.',
      resolve: ({ firstBroken }) => firstBroken,
    }),
    lastPosition: t.int({ description: 'Place of the last consent.', resolve: ({ head }) => head.position }),
    lastLink: t.string({
      description: 'Its link: noted somewhere else, it tells later that nobody has cut the log off.',
      resolve: ({ head }) => head.link,
    }),
  }),
});

builder.queryField('consentLogVerification', (t) =>
  t.field({
    type: Verification,
    ...forConsentManagers,
    complexity: 500,
    description:
      'Goes through the whole log of consents and names the first place that someone has altered; for those who manage the consent banner.',
    args: {
      expectedPosition: t.arg.int({ description: 'A place that was noted before.' }),
      expectedLink: t.arg.string({ description: 'The link that was noted with it.' }),
    },
    resolve: (_root, { expectedPosition, expectedLink }, { site }) =>
      verifyLog(
        site,
        typeof expectedPosition === 'number' && typeof expectedLink === 'string'
          ? { position: expectedPosition, link: expectedLink }
          : undefined,
      ),
  }),
);

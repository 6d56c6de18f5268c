import { type BrokenLink, type LogVerification, verifyLog } from '#app/domains/consent/log/verify.service.ts';
import { builder } from '../builder.ts';
import { consentManagers } from './access.ts';
import { oneOf } from '../public/public-mapping.ts';
import { logFaults } from './enum-definitions.ts';

const BrokenLinkType = builder.objectRef<BrokenLink>('BrokenConsentLink').implement({
  description:
    'The first place at which the hash chain of the log of consents is broken. Each consent contains a keyed hash that links it to the previous one.',
  fields: (t) => ({
    position: t.exposeInt('position', { description: 'Position in the log.' }),
    consentId: t.exposeInt('consentId', {
      nullable: true,
      description: 'ID of the consent at this position; null if the consent is missing.',
    }),
    fault: t.exposeString('fault', {
      ...oneOf(logFaults, 'Type of the fault.'),
    }),
  }),
});

const Verification = builder.objectRef<LogVerification>('ConsentLogVerification').implement({
  description: 'Result of checking the whole log of consents.',
  fields: (t) => ({
    isIntact: t.boolean({ description: 'Whether the log is unchanged.', resolve: ({ firstBroken }) => firstBroken === null }),
    checked: t.exposeInt('checked', { description: 'Number of checked consents.' }),
    removed: t.exposeInt('removed', { description: 'Number of deleted consents for which the log contains a signed mark.' }),
    firstBroken: t.expose('firstBroken', {
      type: BrokenLinkType,
      nullable: true,
      description: 'The first fault; null if the log is intact.',
    }),
    lastPosition: t.int({ description: 'Position of the last consent.', resolve: ({ head }) => head.position }),
    lastLink: t.string({
      description: 'Keyed hash of the last consent (`link`). If you store it elsewhere, it proves later that the log was not truncated.',
      resolve: ({ head }) => head.link,
    }),
  }),
});

builder.queryField('consentLogVerification', (t) =>
  t.field({
    type: Verification,
    ...consentManagers,
    complexity: 500,
    description: 'Checks the whole log of consents and returns the first fault; for users who manage the consent banner.',
    args: {
      expectedPosition: t.arg.int({ description: 'A `lastPosition` that you recorded earlier.' }),
      expectedLink: t.arg.string({ description: 'The last link of the log when you recorded `expectedPosition`.' }),
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

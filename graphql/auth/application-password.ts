import type { ApplicationPasswordRecord } from '#app/auth/application-passwords.ts';
import { unknownUser } from '#app/users/user.service.ts';
import { builder } from '../builder.ts';
import { User } from '../users/user.ts';

const inUtc = (moment: Date) => moment.toISOString().slice(0, 19);

/** Answers an `ApplicationPasswordRecord`. */
export const ApplicationPassword = builder.objectRef<ApplicationPasswordRecord>('ApplicationPassword');

builder.objectType(ApplicationPassword, {
  description:
    'Lets one application act as a user, by HTTP Basic with the login name. The secret itself is shown once, when it is created.',
  fields: (t) => ({
    uuid: t.string({ description: 'Its name for later requests.', resolve: (password) => password.uuid }),
    appId: t.string({ description: 'UUID of the application; empty when it has none.', resolve: (password) => password.appId }),
    name: t.string({ description: 'What the user calls it.', resolve: (password) => password.name }),
    createdAt: t.field({ type: 'DateTime', description: 'When it was made.', resolve: (password) => password.createdAt }),
    createdUtc: t.field({
      type: 'LocalDateTime',
      description: '`createdAt` without a zone, in UTC.',
      resolve: (password) => inUtc(password.createdAt),
    }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Last use, noted at most once in 24 hours; null = never.',
      resolve: (password) => password.lastUsedAt,
    }),
    lastUsedUtc: t.field({
      type: 'LocalDateTime',
      nullable: true,
      description: '`lastUsedAt` without a zone, in UTC.',
      resolve: (password) => (password.lastUsedAt === null ? null : inUtc(password.lastUsedAt)),
    }),
    lastIp: t.string({ nullable: true, description: 'Address it was last used from.', resolve: (password) => password.lastIp }),
    userId: t.int({ description: 'The number of its user.', resolve: (password) => password.userId }),
    user: t.field({
      type: User,
      description: 'Whom it signs in.',
      resolve: async ({ userId }, _args, { load }) => (await load.user.load(userId)) ?? Promise.reject(unknownUser()),
    }),
  }),
});

import { userNotFound } from '#app/domains/identity/users/user.service.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import '../users/user.ts';

/** GraphQL type of the model `ApplicationPassword`. No field reads the secret. */
export const ApplicationPassword = builder.prismaObject('ApplicationPassword', {
  description:
    'A password with which one application signs in as a user, with HTTP Basic authentication and the login name. The secret is returned only once, when the password is created.',
  fields: (t) => ({
    uuid: t.exposeString('uuid', { description: 'UUID of the application password.' }),
    appId: t.exposeString('appId', { description: 'UUID of the application; empty if it has none.' }),
    name: t.exposeString('name', { description: 'Name that the user chose.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the application password was created.' }),
    createdUtc: t.expose('createdAt', {
      type: 'LocalDateTime',
      ...legacy({ use: 'createdAt' }),
      description: 'The value of `createdAt` in UTC, without a zone.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last use, recorded at most once in 24 hours; null if it was never used.',
    }),
    lastUsedUtc: t.expose('lastUsedAt', {
      type: 'LocalDateTime',
      ...legacy({ use: 'lastUsedAt' }),
      nullable: true,
      description: 'The value of `lastUsedAt` in UTC, without a zone.',
    }),
    lastIp: t.exposeString('lastIp', { nullable: true, description: 'IP address of the last use; null if it was never used.' }),
    userId: t.exposeInt('userId', { description: 'ID of the user.' }),
    user: t.relation('user', {
      description: 'User to whom the application password belongs.',
      // a deleted password has no row to load its user from
      resolve: async (_query, { userId }, _args, { load }) => (await load.user.load(userId)) ?? Promise.reject(userNotFound()),
    }),
  }),
});

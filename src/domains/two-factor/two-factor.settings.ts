import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';
import { roles } from '../identity/auth/roles.ts';

export const loginProtection = setting('login_protection_enabled', z.boolean(), false, 'Whether sign-ins may require a second factor.');
export const rolesWithEmail = setting(
  'two_fa_enabled_roles_email',
  z.array(z.enum(roles)),
  [],
  'Roles whose users are asked to set up codes by email when they sign in.',
);
export const forcedRoles = setting(
  'two_fa_forced_roles',
  z.array(z.enum(roles)),
  [],
  'Roles among `two_fa_enabled_roles_email` whose users must set up a second factor before the grace period ends.',
);
export const gracePeriod = setting(
  'two_fa_grace_period',
  z.union([z.literal(1), z.literal(5), z.literal(10), z.literal(30)]),
  10,
  'Grace period in days: 1, 5, 10 or 30.',
);

import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';
import { roles } from '../identity/auth/roles.ts';

export const loginProtection = setting(
  'login_protection_enabled',
  z.boolean(),
  false,
  'Whether signing in may ask for a second factor at all.',
);
export const rolesWithEmail = setting(
  'two_fa_enabled_roles_email',
  z.array(z.enum(roles)),
  [],
  'Roles that are asked to set up codes by e-mail when they sign in.',
);
export const forcedRoles = setting(
  'two_fa_forced_roles',
  z.array(z.enum(roles)),
  [],
  'Of these roles, those that must set a second factor up before their days of grace are over.',
);
export const gracePeriod = setting(
  'two_fa_grace_period',
  z.union([z.literal(1), z.literal(5), z.literal(10), z.literal(30)]),
  10,
  'Grace period in days: 1, 5, 10 or 30.',
);

export const twoFactorSettings = [loginProtection, rolesWithEmail, forcedRoles, gracePeriod];

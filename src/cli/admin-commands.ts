import { parseArgs } from 'node:util';
import {
  createApplicationPassword,
  listApplicationPasswords,
  revokeApplicationPassword,
  revokeApplicationPasswords,
} from '../auth/application-passwords.ts';
import { newSecret } from '../auth/application-secret.ts';
import { notFound } from '../core/failure.ts';
import type { Site } from '../site.ts';
import { listUsers } from '../users/user.list.ts';
import { findUserByName, type UserRecord } from '../users/user.record.ts';
import { oneRole } from '../users/user.rules.ts';
import { createUser, deleteUser, updateUser } from '../users/user.service.ts';

/** Does one thing with the site and answers the lines to print. */
export type AdminCommand = (site: Site) => Promise<string[]>;

/** A command line that cannot be understood. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const adminUsage = `Usage: npm run admin -- <command>

  users list [--search <text>] [--role <role>]
  users create <login> <email> [--role <role>] [--password <password>] [--name <name to show>]
  users set-role <login> <role>
  users set-password <login> [<password>]       without a password one is made and printed
  users delete <login> [--reassign <login>]     without --reassign the content stays and has no author

  application-passwords list <login>
  application-passwords create <login> <name>   printed this once
  application-passwords revoke <login> <uuid | all>

  settings list
  settings get <key>
  settings set <key> <value>                    JSON, or plain text

<login> is a login name or an e-mail address; roles: administrator, editor, author, contributor, subscriber.`;

interface Arguments {
  positionals: string[];
  options: {
    role?: string | undefined;
    password?: string | undefined;
    name?: string | undefined;
    search?: string | undefined;
    reassign?: string | undefined;
  };
}

/** Makes a command of its arguments and options. */
type Reader = (given: Arguments) => AdminCommand;

function needed({ positionals }: Arguments, count: number, optional = 0): string[] {
  if (positionals.length < count) throw new UsageError('Something is missing.');
  if (positionals.length > count + optional) throw new UsageError(`Too much: ${positionals.slice(count + optional).join(' ')}`);
  return positionals;
}

async function userNamed(site: Site, name: string): Promise<UserRecord> {
  const user = await findUserByName(site, name);
  if (!user) throw notFound('rest_user_invalid_id', `There is no user "${name}".`);
  return user;
}

const PER_PAGE = 1000;

function describeUser(user: UserRecord): string {
  return [user.id, user.login, user.email, user.role, user.displayName].join('\t');
}

const readers: Record<string, Reader> = {
  'users list': (given) => {
    needed(given, 0);
    const { search, role } = given.options;
    const roles = role === undefined ? undefined : [oneRole([role])];
    return async (site) => {
      const { nodes, total } = await listUsers(site, { page: 1, perPage: PER_PAGE, search, roles });
      return [...nodes.map(describeUser), ...(total > nodes.length ? [`… and ${total - nodes.length} more: narrow with --search`] : [])];
    };
  },
  'users create': (given) => {
    const [login = '', email = ''] = needed(given, 2);
    const { role, password, name } = given.options;
    return async (site) => {
      const user = await createUser(site, {
        login,
        email,
        password,
        displayName: name,
        role: role === undefined ? undefined : oneRole([role]),
      });
      return [`Created ${describeUser(user)}`];
    };
  },
  'users set-role': (given) => {
    const [login = '', role = ''] = needed(given, 2);
    return async (site) => [
      `Changed ${describeUser(await updateUser(site, (await userNamed(site, login)).id, { role: oneRole([role]) }))}`,
    ];
  },
  'users set-password': (given) => {
    const [login = '', password] = needed(given, 1, 1);
    return async (site) => {
      const chosen = password ?? newSecret();
      const user = await userNamed(site, login);
      await updateUser(site, user.id, { password: chosen });
      return [password === undefined ? `New password of ${user.login}: ${chosen}` : `Changed the password of ${user.login}.`];
    };
  },
  'users delete': (given) => {
    const [login = ''] = needed(given, 1);
    const { reassign } = given.options;
    return async (site) => {
      const user = await userNamed(site, login);
      const heir = reassign === undefined ? null : await userNamed(site, reassign);
      await deleteUser(site, user.id, heir?.id ?? null);
      return [`Deleted ${user.login}; the content ${heir ? `belongs to ${heir.login} now` : 'has no author now'}.`];
    };
  },
  'application-passwords list': (given) => {
    const [login = ''] = needed(given, 1);
    return async (site) => {
      const passwords = await listApplicationPasswords(site, (await userNamed(site, login)).id);
      return passwords.map(({ uuid, name, createdAt, lastUsedAt }) =>
        [uuid, name, createdAt.toISOString(), lastUsedAt?.toISOString() ?? 'never used'].join('\t'),
      );
    };
  },
  'application-passwords create': (given) => {
    const [login = '', name = ''] = needed(given, 2);
    return async (site) => {
      const { password, record } = await createApplicationPassword(site, (await userNamed(site, login)).id, { name });
      return [`${record.uuid}\t${record.name}\t${password}`];
    };
  },
  'application-passwords revoke': (given) => {
    const [login = '', uuid = ''] = needed(given, 2);
    return async (site) => {
      const { id } = await userNamed(site, login);
      if (uuid === 'all') return [`Revoked ${await revokeApplicationPasswords(site, id)} application password(s).`];
      return [`Revoked "${(await revokeApplicationPassword(site, id, uuid)).name}".`];
    };
  },
  'settings list': (given) => {
    needed(given, 0);
    return async (site) =>
      site.settings.all().map((setting) => [setting.key, JSON.stringify(site.settings.get(setting)), setting.description].join('\t'));
  },
  'settings get': (given) => {
    const [key = ''] = needed(given, 1);
    return async (site) => [JSON.stringify(site.settings.get(site.settings.find(key)), null, 2)];
  },
  'settings set': (given) => {
    const [key = '', text = ''] = needed(given, 2);
    return async (site) => {
      const setting = site.settings.find(key);
      await site.settings.set(setting, fitting(setting.schema, text));
      return [`${key} = ${JSON.stringify(site.settings.get(setting))}`];
    };
  },
};

/** The value a text stands for: its JSON where the setting takes that, else the text itself. */
function fitting(schema: { safeParse(value: unknown): { success: boolean } }, text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return schema.safeParse(value).success || !schema.safeParse(text).success ? value : text;
  } catch {
    return text;
  }
}

/** Reads a command line; throws a UsageError for one that cannot be understood, before anything is opened. */
export function readAdminCommand(line: readonly string[]): AdminCommand {
  const text = { type: 'string' } as const;
  let parsed: { values: Arguments['options']; positionals: string[] };
  try {
    parsed = parseArgs({
      args: [...line],
      allowPositionals: true,
      options: { role: text, password: text, name: text, search: text, reassign: text },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const [area = '', act = '', ...positionals] = parsed.positionals;
  const reader = Object.hasOwn(readers, `${area} ${act}`) ? readers[`${area} ${act}`] : undefined;
  if (!reader) throw new UsageError(area === '' ? 'Say what to do.' : `There is no command "${`${area} ${act}`.trim()}".`);
  return reader({ positionals, options: parsed.values });
}

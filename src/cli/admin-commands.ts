import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { iterateAuditLines } from '../domains/audit/audit.list.ts';
import { verifyAudit } from '../domains/audit/verify.ts';
import { streamEvidence, getEvidenceKey } from '../domains/consent/log/evidence.service.ts';
import { verifyLog } from '../domains/consent/log/verify.service.ts';
import {
  createApplicationPassword,
  listApplicationPasswords,
  revokeApplicationPassword,
  revokeApplicationPasswords,
} from '../domains/identity/auth/application-passwords.ts';
import { createSecret } from '../domains/identity/auth/application-secret.ts';
import { notFound } from '../core/failures/failure.ts';
import { listBackgroundJobs, retryFailed } from '../core/db/background-jobs.ts';
import type { Setting } from '../core/settings/setting.ts';
import { optionNames, getOption } from '../domains/site/options/site-options.service.ts';
import { resetSecondFactors } from '../domains/two-factor/reset.ts';
import type { Site } from '../site.ts';
import { adminUsage } from './admin-usage.ts';
import { parseArguments, UsageError } from './command.ts';
import { examineSite, formatFindings } from './doctor.ts';
import { userList } from '../domains/identity/users/user.list.ts';
import { findUserByName, type UserRecord } from '../domains/identity/users/user.record.ts';
import { toSingleRole } from '../domains/identity/users/user.rules.ts';
import { createUser, deleteUser, updateUser } from '../domains/identity/users/user.service.ts';

/** Performs an action on the site and returns the lines to print. */
export type AdminCommand = (site: Site) => Promise<string[]>;

interface Arguments {
  command: string;
  positionals: string[];
  options: {
    role?: string | undefined;
    password?: string | undefined;
    name?: string | undefined;
    search?: string | undefined;
    reassign?: string | undefined;
    backups?: string | undefined;
  };
}

/** Parses the arguments and options of a command. Returns the command. */
type CommandParser = (args: Arguments) => AdminCommand;

/** Returns the required arguments of a command as its usage names them, such as `<login>`. */
function getArgumentNames(command: string): string[] {
  const [, usage = ''] = new RegExp(`^  ${command}( .*)?$`, 'm').exec(adminUsage) ?? [];
  return usage.replace(/\[.*|\s{2}.*/, '').match(/<[^>]+>/g) ?? [];
}

/** Returns the positional arguments. Throws a UsageError if there are fewer than `count` or more than `count + optional`. */
function requireArguments({ command, positionals }: Arguments, count: number, optional = 0): string[] {
  if (positionals.length < count)
    throw new UsageError(`Missing argument: ${getArgumentNames(command)[positionals.length] ?? 'see the usage'}.`);
  if (positionals.length > count + optional) throw new UsageError(`Unexpected argument: ${positionals.slice(count + optional).join(' ')}.`);
  return positionals;
}

/** Parses the end of a log that an operator stored elsewhere. Returns undefined without arguments. Throws a UsageError unless both are valid. */
function parseLogEnd(args: Arguments): { position: number; link: string } | undefined {
  const [position, link] = requireArguments(args, 0, 2);
  if (position === undefined) return undefined;
  if (!/^\d+$/.test(position)) throw new UsageError(`The position "${position}" is not a number.`);
  if (link === undefined) throw new UsageError('Missing argument: <link>.');
  return { position: Number(position), link };
}

async function requireUser(site: Site, name: string): Promise<UserRecord> {
  const user = await findUserByName(site, name);
  if (!user) throw notFound('user_not_found', `There is no user "${name}".`);
  return user;
}

const PER_PAGE = 1000;

function describeUser(user: UserRecord): string {
  return [user.id, user.login, user.email, user.role, user.displayName].join('\t');
}

const parsers: Record<string, CommandParser> = {
  'consent verify': (args) => {
    const expected = parseLogEnd(args);
    return async (site) => {
      const { checked, removed, firstBroken, head } = await verifyLog(site, expected);
      if (firstBroken) throw new Error(`The log of consents is broken at position ${firstBroken.position} (${firstBroken.fault}).`);
      return [
        `The log is unaltered: ${checked} consents; ${removed} more are marked as deleted.`,
        `Position and link (hash) of its last entry, to be stored elsewhere: ${head.position} ${head.link}`,
      ];
    };
  },
  'consent export': (args) => {
    const [file = ''] = requireArguments(args, 1);
    return async (site) => {
      await pipeline(streamEvidence(site), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
      return [
        `Written. Anyone can check it: node scripts/verify-consents.mjs ${file} <key>`,
        `Key, to be passed on separately: ${getEvidenceKey(site)}`,
      ];
    };
  },
  'audit verify': (args) => {
    const expected = parseLogEnd(args);
    return async (site) => {
      const { checked, erased, expired, faults, head } = await verifyAudit(site, expected);
      const lines = faults.map(
        ({ position, entryId, fault }) => `position ${position}${entryId === null ? '' : `, entry ${entryId}`}: ${fault}`,
      );
      if (lines.length > 0) throw new Error(`The audit log was altered:\n${lines.join('\n')}`);
      return [
        `The log is unaltered: ${checked} entries, of which ${erased} are erased; ${expired} more have expired.`,
        `Position and link (hash) of its last entry, to be stored elsewhere: ${head.position} ${head.link}`,
      ];
    };
  },
  'audit export': (args) => {
    const [file = ''] = requireArguments(args, 1);
    return async (site) => {
      await pipeline(iterateAuditLines(site), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
      return ['Written.'];
    };
  },
  'users list': (args) => {
    requireArguments(args, 0);
    const { search, role } = args.options;
    const roles = role === undefined ? undefined : [toSingleRole([role])];
    return async (site) => {
      const { nodes, total } = await userList.loadPage(site, { page: 1, perPage: PER_PAGE, search, roles });
      return [
        ...nodes.map(describeUser),
        ...(total > nodes.length ? [`… and ${total - nodes.length} more; narrow the list with --search`] : []),
      ];
    };
  },
  'users create': (args) => {
    const [login = '', email = ''] = requireArguments(args, 2);
    const { role, password, name } = args.options;
    return async (site) => {
      const user = await createUser(site, {
        login,
        email,
        password,
        displayName: name,
        role: role === undefined ? undefined : toSingleRole([role]),
      });
      return [`Created ${describeUser(user)}`];
    };
  },
  'users set-role': (args) => {
    const [login = '', role = ''] = requireArguments(args, 2);
    return async (site) => [
      `Changed ${describeUser(await updateUser(site, (await requireUser(site, login)).id, { role: toSingleRole([role]) }))}`,
    ];
  },
  'users set-password': (args) => {
    const [login = '', password] = requireArguments(args, 1, 1);
    return async (site) => {
      const newPassword = password ?? createSecret();
      const user = await requireUser(site, login);
      await updateUser(site, user.id, { password: newPassword });
      return [password === undefined ? `New password of ${user.login}: ${newPassword}` : `Changed the password of ${user.login}.`];
    };
  },
  'users reset-second-factors': (args) => {
    const [login = ''] = requireArguments(args, 1);
    return async (site) => {
      const user = await requireUser(site, login);
      await resetSecondFactors(site, user.id);
      return [`Removed all second factors and sessions of ${user.login}.`];
    };
  },
  'users delete': (args) => {
    const [login = ''] = requireArguments(args, 1);
    const { reassign } = args.options;
    return async (site) => {
      const user = await requireUser(site, login);
      const newAuthor = reassign === undefined ? null : await requireUser(site, reassign);
      await deleteUser(site, user.id, newAuthor?.id ?? null);
      return [`Deleted ${user.login}; the content ${newAuthor ? `belongs to ${newAuthor.login} now` : 'has no author now'}.`];
    };
  },
  'application-passwords list': (args) => {
    const [login = ''] = requireArguments(args, 1);
    return async (site) => {
      const passwords = await listApplicationPasswords(site, (await requireUser(site, login)).id);
      return passwords.map(({ uuid, name, createdAt, lastUsedAt }) =>
        [uuid, name, createdAt.toISOString(), lastUsedAt?.toISOString() ?? 'never used'].join('\t'),
      );
    };
  },
  'application-passwords create': (args) => {
    const [login = '', name = ''] = requireArguments(args, 2);
    return async (site) => {
      const { password, record } = await createApplicationPassword(site, (await requireUser(site, login)).id, { name });
      return [`${record.uuid}\t${record.name}\t${password}`];
    };
  },
  'application-passwords revoke': (args) => {
    const [login = '', uuid = ''] = requireArguments(args, 2);
    return async (site) => {
      const { id } = await requireUser(site, login);
      if (uuid === 'all') return [`Revoked ${await revokeApplicationPasswords(site, id)} application password(s).`];
      return [`Revoked "${(await revokeApplicationPassword(site, id, uuid)).name}".`];
    };
  },
  doctor: (args) => {
    requireArguments(args, 0);
    return async (site) => formatFindings(await examineSite(site, args.options.backups));
  },
  'jobs failed': (args) => {
    requireArguments(args, 0);
    return async (site) => {
      const jobs = await listBackgroundJobs(site, 'failed');
      return jobs.map(({ id, name, failedAt, reason }) => [id, name, failedAt?.toISOString() ?? '', reason].join('\t'));
    };
  },
  'jobs retry': (args) => {
    const [id = ''] = requireArguments(args, 1);
    return async (site) => [`${await retryFailed(site, id === 'all' ? null : id)} job(s) will be retried.`];
  },
  'settings list': (args) => {
    requireArguments(args, 0);
    return async (site) =>
      site.settings
        .getAll()
        .map((setting) => [getSettingName(setting), JSON.stringify(site.settings.get(setting)), setting.description].join('\t'));
  },
  'settings get': (args) => {
    const [key = ''] = requireArguments(args, 1);
    return async (site) => [JSON.stringify(site.settings.get(findSetting(site, key)), null, 2)];
  },
  'settings set': (args) => {
    const [key = '', text = ''] = requireArguments(args, 2);
    return async (site) => {
      const setting = findSetting(site, key);
      await site.settings.set(setting, parseValue(setting.schema, text));
      return [`${key} = ${JSON.stringify(site.settings.get(setting))}`];
    };
  },
};

/** Maps the REST names of settings to their stored keys. */
const keysByRestName = new Map(
  optionNames.map((name) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), getOption(name).key]),
);

/** Returns the setting with the given REST name or stored key. */
function findSetting(site: Site, name: string): Setting<unknown> {
  return site.settings.getDeclaration(keysByRestName.get(name) ?? name);
}

/** Returns the REST name of a setting, or its stored key if it has no REST name. */
function getSettingName({ key }: Setting<unknown>): string {
  return [...keysByRestName].find(([, storedKey]) => storedKey === key)?.[0] ?? key;
}

/** Parses a value as JSON. Returns the string itself if it is not JSON, or if the setting accepts only the string. */
function parseValue(schema: { safeParse(value: unknown): { success: boolean } }, text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return schema.safeParse(value).success || !schema.safeParse(text).success ? value : text;
  } catch {
    return text;
  }
}

/** Parses a command line. Throws a UsageError if it contains no known command. */
function parseAdminLine(line: readonly string[]): Arguments {
  const text = { type: 'string' } as const;
  const options = { role: text, password: text, name: text, search: text, reassign: text, backups: text };
  const { values, positionals } = parseArguments(line, options);
  const length = [1, 2].find((count) => Object.hasOwn(parsers, positionals.slice(0, count).join(' ')));
  const command = positionals.slice(0, length ?? 2).join(' ');
  if (length === undefined) throw new UsageError(command === '' ? 'Missing command.' : `There is no command "${command}".`);
  return { command, positionals: positionals.slice(length), options: values };
}

/** Returns the name of the command, such as `users list`. Options may precede it. Throws a UsageError if it contains no known command. */
export function getAdminCommandName(line: readonly string[]): string {
  return parseAdminLine(line).command;
}

/** Parses a command line without opening the site. Throws a UsageError if the command line is invalid. */
export function readAdminCommand(line: readonly string[]): AdminCommand {
  const args = parseAdminLine(line);
  return (parsers[args.command] as CommandParser)(args);
}

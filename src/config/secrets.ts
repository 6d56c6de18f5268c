import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Config, ConfigurationError, newSecretKey } from './config.ts';
import { makeFolder } from '../core/system/folder.ts';

const SHORTEST = 32;

/** The key that a file holds; made there once, readable by this user only. */
function keyOfFile(file: string): string {
  if (!existsSync(file)) {
    makeFolder(path.dirname(file));
    writeFileSync(file, `${newSecretKey()}\n`, { mode: 0o600, flag: 'wx' });
  }
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < SHORTEST) throw new ConfigurationError(`${file} holds no key: it must have at least ${SHORTEST} characters.`);
  return key;
}

/**
 * The key of keyed hashes: `SECRET_KEY`, what `SECRET_KEY_FILE` holds, else the key kept in the data directory. A production site on a server gets none made
 * beside its data by itself: each process would have another, and one that is lost with a container takes all sessions and application passwords with it.
 */
export function secretKeyOf({ secretKey, secretKeyFile, databaseUrl, dataDirectory, production }: Config): string {
  if (secretKey !== undefined) return secretKey;
  if (secretKeyFile !== undefined) return keyOfFile(secretKeyFile);
  const file = path.join(dataDirectory, 'secret-key');
  if (production && databaseUrl !== undefined && !existsSync(file))
    throw new ConfigurationError(
      'SECRET_KEY is missing: a production site on a PostgreSQL server needs one key that all its processes share and that outlives them. Set SECRET_KEY to 32 characters or more, ' +
        'or SECRET_KEY_FILE to a file on a disk that is kept.',
    );
  return keyOfFile(file);
}

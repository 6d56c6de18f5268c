import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Config, ConfigurationError, createSecretKey } from './config.ts';
import { makeFolder } from '../core/system/folder.ts';

const MIN_LENGTH = 32;

/** Reads the key from a file. If the file does not exist, creates it with a new key, readable only by this user. */
function readKeyFile(file: string): string {
  if (!existsSync(file)) {
    makeFolder(path.dirname(file));
    writeFileSync(file, `${createSecretKey()}\n`, { mode: 0o600, flag: 'wx' });
  }
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < MIN_LENGTH)
    throw new ConfigurationError(`${file} contains no valid key: it must have at least ${MIN_LENGTH} characters.`);
  return key;
}

/**
 * Returns the key of keyed hashes: `SECRET_KEY`, the content of `SECRET_KEY_FILE`, or the key in the data directory. A production site with a
 * database server must set its key. Otherwise processes on several machines would have different keys, and a lost container would invalidate all
 * sessions and application passwords.
 */
export function readSecretKey({ secretKey, secretKeyFile, databaseUrl, dataDirectory, production }: Config): string {
  if (secretKey !== undefined) return secretKey;
  if (secretKeyFile !== undefined) return readKeyFile(secretKeyFile);
  const file = path.join(dataDirectory, 'secret-key');
  if (production && databaseUrl !== undefined && !existsSync(file))
    throw new ConfigurationError(
      'SECRET_KEY is missing: a production site on a PostgreSQL server needs a permanent key that all its processes share. Set SECRET_KEY to 32 characters or more, ' +
        'or SECRET_KEY_FILE to a file on a persistent disk.',
    );
  return readKeyFile(file);
}

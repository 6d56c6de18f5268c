import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { migrateAddress, settleAddress } from '../core/db/migrations/by-address.ts';

const { values } = parseArgs({ options: { 'rolled-back': { type: 'string' }, applied: { type: 'string' } } });

try {
  const { databaseUrl } = readConfig();
  if (values['rolled-back'] !== undefined) await settleAddress(databaseUrl, values['rolled-back'], 'rolled-back');
  if (values.applied !== undefined) await settleAddress(databaseUrl, values.applied, 'applied');
  const { unknown } = await migrateAddress(databaseUrl);
  process.stdout.write('Every migration is applied.\n');
  if (unknown.length > 0) process.stdout.write(`The database also has ${unknown.join(', ')}, which this version does not know.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

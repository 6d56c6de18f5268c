import { readConfig } from '../config/config.ts';
import { useDatabaseServer } from '../database-server.ts';
import { migrateDatabase, resolveDatabaseMigration } from '../core/db/migrations/migrate-database.ts';
import { migrateQueue } from '../core/jobs/queue.ts';
import { parseArguments, runCommand } from './command.ts';

const usage = `Usage: npm run db:migrate                                 apply every pending migration
       npm run db:migrate -- --rolled-back <migration>    an interrupted migration was undone completely: apply it again
       npm run db:migrate -- --applied <migration>        an interrupted migration was applied completely: continue after it

The service does this at every start, unless MIGRATE=off or --no-migrate. It uses the database of DATABASE_URL, else the embedded one in DATA_DIRECTORY.`;

process.exitCode = await runCommand(usage, process.argv.slice(2), async (args) => {
  const { values } = parseArguments(args, { 'rolled-back': { type: 'string' }, applied: { type: 'string' } });
  const server = await useDatabaseServer(readConfig());
  const url = server.directUrl ?? server.url;
  try {
    if (values['rolled-back'] !== undefined) await resolveDatabaseMigration(url, values['rolled-back'], 'rolled-back');
    if (values.applied !== undefined) await resolveDatabaseMigration(url, values.applied, 'applied');
    const { unknown } = await migrateDatabase(url);
    await migrateQueue(url);
    process.stdout.write('Every migration is applied.\n');
    if (unknown.length > 0) process.stdout.write(`The database also has ${unknown.join(', ')}, which this version does not contain.\n`);
  } finally {
    await server.leave();
  }
});

import { draftInitialMigration, draftMigration, migrationName } from '../core/db/migrations/create.ts';
import { readMigrations, writeMigration } from '../core/db/migrations/directory.ts';
import { readLine, runCommand, UsageError } from './command.ts';

const usage = `Usage: npm run db:migration -- <name>          write a migration for the changes of the Prisma schema
       npm run db:migration -- --reset-initial  rewrite the initial migration (only before the first installation)
       npm run db:migration -- --check          exit with 1 if the migrations do not produce the schema
`;

async function resetInitial(): Promise<void> {
  const initial = await draftInitialMigration();
  const others = readMigrations().filter(({ name }) => name !== initial.name);
  if (others.length > 0) throw new Error(`There are later migrations (${others.map((m) => m.name).join(', ')}): delete them first.`);
  process.stdout.write(`${await writeMigration(initial)}\n`);
}

async function check(): Promise<number> {
  const draft = await draftMigration('check');
  process.stdout.write(
    draft ? `The migrations do not lead to the schema. Missing:\n${draft.sql}\n` : 'The migrations lead to the schema.\n',
  );
  return draft ? 1 : 0;
}

async function write(words: string): Promise<void> {
  const draft = await draftMigration(words);
  if (!draft) {
    process.stdout.write('The migrations already lead to the schema; nothing was written.\n');
    return;
  }
  for (const warning of draft.warnings) process.stderr.write(`Careful: ${warning}\n`);
  process.stdout.write(`${await writeMigration({ name: migrationName(words), sql: draft.sql })}\n`);
}

process.exitCode = await runCommand(usage, process.argv.slice(2), async (line) => {
  const { values, positionals } = readLine(line, { 'reset-initial': { type: 'boolean' }, check: { type: 'boolean' } });
  if (values['reset-initial']) await resetInitial();
  else if (values.check) return await check();
  else if (positionals.length > 0) await write(positionals.join(' '));
  else throw new UsageError('Say what the migration does, in a few words.');
  return 0;
});

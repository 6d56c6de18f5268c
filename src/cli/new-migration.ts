import { draftInitialMigration, draftMigration, createMigrationName } from '../core/db/migrations/create.ts';
import { readMigrations, writeMigration } from '../core/db/migrations/directory.ts';
import { parseArguments, runCommand, UsageError } from './command.ts';

const usage = `Usage: npm run db:migration -- <name>          write a migration for the changes of the Prisma schema
       npm run db:migration -- --reset-initial  rewrite the initial migration (only before the first installation)
       npm run db:migration -- --check          exit with 1 if the migrations do not produce the schema
`;

async function resetInitial(): Promise<void> {
  const initial = await draftInitialMigration();
  const others = readMigrations().filter(({ name }) => name !== initial.name);
  if (others.length > 0) throw new Error(`There are later migrations (${others.map(({ name }) => name).join(', ')}): delete them first.`);
  process.stdout.write(`${await writeMigration(initial)}\n`);
}

async function checkMigrations(): Promise<number> {
  const draft = await draftMigration('check');
  process.stdout.write(
    draft ? `The migrations do not produce the schema. Missing:\n${draft.sql}\n` : 'The migrations produce the schema.\n',
  );
  return draft ? 1 : 0;
}

async function writeNewMigration(description: string): Promise<void> {
  const draft = await draftMigration(description);
  if (!draft) {
    process.stdout.write('The migrations already produce the schema; nothing was written.\n');
    return;
  }
  for (const warning of draft.warnings) process.stderr.write(`Warning: ${warning}\n`);
  process.stdout.write(`${await writeMigration({ name: createMigrationName(description), sql: draft.sql })}\n`);
}

process.exitCode = await runCommand(usage, process.argv.slice(2), async (args) => {
  const { values, positionals } = parseArguments(args, { 'reset-initial': { type: 'boolean' }, check: { type: 'boolean' } });
  if (values['reset-initial']) await resetInitial();
  else if (values.check) return await checkMigrations();
  else if (positionals.length > 0) await writeNewMigration(positionals.join(' '));
  else throw new UsageError('Missing argument: <name>. Describe what the migration does.');
  return 0;
});

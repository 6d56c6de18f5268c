import { parseArgs } from 'node:util';
import { draftInitialMigration, draftMigration, migrationName } from '../core/db/migrations/create.ts';
import { readMigrations, writeMigration } from '../core/db/migrations/directory.ts';

const usage = `Usage: npm run db:migration -- <name>          write the migration that leads to the changed schema
       npm run db:migration -- --reset-initial  rewrite the initial migration (while nobody has data)
       npm run db:migration -- --check          exit code 1 when the migrations do not lead to the schema
`;

async function resetInitial(): Promise<void> {
  const initial = await draftInitialMigration();
  const others = (await readMigrations()).filter(({ name }) => name !== initial.name);
  if (others.length > 0) throw new Error(`There are later migrations (${others.map((m) => m.name).join(', ')}): delete them first.`);
  process.stdout.write(`${await writeMigration(initial)}\n`);
}

async function check(): Promise<void> {
  const draft = await draftMigration('check');
  process.stdout.write(
    draft ? `The migrations do not lead to the schema. Missing:\n${draft.sql}\n` : 'The migrations lead to the schema.\n',
  );
  process.exitCode = draft ? 1 : 0;
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

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'reset-initial': { type: 'boolean' }, check: { type: 'boolean' } },
});
if (values['reset-initial']) await resetInitial();
else if (values.check) await check();
else if (positionals.length > 0) await write(positionals.join(' '));
else {
  process.stderr.write(usage);
  process.exitCode = 2;
}

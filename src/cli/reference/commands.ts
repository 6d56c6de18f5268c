import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { importers } from '../../domains/transfer/importers.ts';

const folder = path.resolve(import.meta.dirname, '..');

/** Matches the usage text of a command in its source file. */
const USAGE = /sage = (?:\(\) => )?`(Usage: npm run ([\w:]+)[\s\S]*?)`;/g;

/** Formats that `npm run import` reads, as its usage lists them. */
const formats = importers.map(({ extensions, description }) => `${extensions.join(', ')}: ${description}`).join('\n  ');

interface Command {
  name: string;
  usage: string;
}

function readCommands(): Command[] {
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.startsWith('reference'));
  return files
    .flatMap((file) => [...readFileSync(path.join(folder, file), 'utf8').matchAll(USAGE)])
    .map(([, usage, name]) => ({
      name: name as string,
      usage: (usage as string).replace(/\$\{importers\.map[\s\S]*?\.join\('\\n {2}'\)\}/, () => formats).trim(),
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Renders the page of all commands with their usage as Markdown. */
export function renderCommandsPage(): string {
  return [
    '# Commands',
    '',
    'Printed from the commands by `npm run print`; each command prints its part with `--help`. `npm start` applies migrations and starts the service; `npm run dev` restarts it after each change.',
    '`docker compose up` runs the service with PostgreSQL and demo content ([compose.yaml](../../compose.yaml)); `docker compose logs site` shows the first credentials. Put variables into a file `.env`',
    'next to it, such as `SITE_URL=https://tickets.example.org`. [Benchmarks](../benchmarks.md) explains `npm run bench`.',
    '',
    ...readCommands().flatMap(({ name, usage }) => [`## ${name}`, '', '```', usage, '```', '']),
  ].join('\n');
}

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../../docs/graphql/examples');

/** A hand-written document that shows how to do something. */
export interface Guide {
  file: string;
  title: string;
  /** One sentence. */
  about: string;
  source: string;
  /** What is sent with it; placeholders such as `$EVENT` stand for what the reader has. */
  variables: Record<string, unknown>;
}

/** The guides in their order. The first line of a file is `# Title: what it shows.`; its variables stand in a file of the same name. */
export function readGuides(): Guide[] {
  const files = readdirSync(folder).sort();
  return files
    .filter((file) => file.endsWith('.graphql'))
    .map((file) => {
      const source = readFileSync(path.join(folder, file), 'utf8');
      const [, title, about] = /^# ([^:\n]+): (.+)$/m.exec(source) ?? [];
      if (title === undefined || about === undefined)
        throw new Error(`docs/graphql/examples/${file} does not begin with "# Title: what it shows."`);
      const beside = file.replace(/\.graphql$/, '.variables.json');
      const variables = files.includes(beside)
        ? (JSON.parse(readFileSync(path.join(folder, beside), 'utf8')) as Record<string, unknown>)
        : {};
      return { file, title, about, source, variables };
    });
}

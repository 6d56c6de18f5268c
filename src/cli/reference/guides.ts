import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../../docs/graphql/examples');

/** A handwritten example document. */
export interface Guide {
  file: string;
  title: string;
  /** Description in one sentence. */
  summary: string;
  source: string;
  /** Variables of the document. Placeholders such as `$EVENT` stand for IDs of the site. */
  variables: Record<string, unknown>;
}

/** Reads the guides in order. The first line of a file is `# Title: description.`; its variables are in a file with the same name. */
export function readGuides(): Guide[] {
  const files = readdirSync(folder).sort();
  return files
    .filter((file) => file.endsWith('.graphql'))
    .map((file) => {
      const source = readFileSync(path.join(folder, file), 'utf8');
      const [, title, summary] = /^# ([^:\n]+): (.+)$/m.exec(source) ?? [];
      if (title === undefined || summary === undefined)
        throw new Error(`docs/graphql/examples/${file} does not begin with "# Title: description."`);
      const variablesFile = file.replace(/\.graphql$/, '.variables.json');
      const variables = files.includes(variablesFile)
        ? (JSON.parse(readFileSync(path.join(folder, variablesFile), 'utf8')) as Record<string, unknown>)
        : {};
      return { file, title, summary, source, variables };
    });
}

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** The source files of the service, with their paths. */
export const sources = globSync('src/**/*.ts', { cwd: root, exclude: ['src/generated/**', 'src/core/language/texts/**'] }).map((file) => ({
  file,
  text: readFileSync(path.join(root, file), 'utf8'),
}));

/** Placeholder for a value of a template. */
const VALUE = '\u0001';

/** Parses the template that starts at `start`. Passes its text with placeholders to `onMarkup`, also for nested templates. Returns its end. */
function parseTemplate(source: string, start: number, onMarkup: (markup: string) => void): number {
  let markup = '';
  let i = start;
  while (i < source.length && source[i] !== '`') {
    if (source.startsWith('${', i)) {
      markup += VALUE;
      i = skipExpression(source, i + 2, onMarkup);
    } else {
      markup += source[i];
      i += source[i] === '\\' ? 2 : 1;
    }
  }
  onMarkup(markup);
  return i + 1;
}

/** Returns the end of the expression that starts at `start`, after its closing brace. */
function skipExpression(source: string, start: number, onMarkup: (markup: string) => void): number {
  let depth = 0;
  let i = start;
  while (i < source.length) {
    const character = source[i];
    if (character === '}' && depth === 0) return i + 1;
    if (character === '`') i = parseTemplate(source, i + 1, source.slice(i - 4, i) === 'html' ? onMarkup : () => {});
    else if (character === "'" || character === '"') i = source.indexOf(character, i + 1) + 1;
    else {
      if (character === '{') depth += 1;
      if (character === '}') depth -= 1;
      i += 1;
    }
  }
  return i;
}

/** Returns the markup of all `html` templates of a source, with a placeholder for each value. */
export function findTemplates(source: string): string[] {
  const templates: string[] = [];
  // a template path such as `…/v2/html` is not markup
  const templateStart = /(?<![\w/])html`/g;
  while (templateStart.test(source))
    templateStart.lastIndex = parseTemplate(source, templateStart.lastIndex, (markup) => templates.push(markup));
  return templates;
}

/** Returns the words of human language in markup, outside of its values. */
export function findBareWords(markup: string): string[] {
  // removes code, fragments of tags such as ` width="…"`, and names that are the same in all languages
  const texts = markup.replace(/<code>[^<]*<\/code>|<[^>]*>|\s[\w-]+="[^"]*"/g, ' ');
  const labels = [...markup.matchAll(/\s(?:aria-label|alt|title|placeholder)="([^"]*)"/g)].map(([, text]) => text as string);
  return [texts, ...labels.filter((text) => text !== 'iCalendar')].flatMap(
    (text) => text.replace(/&\w+;/g, ' ').match(/\p{L}{2,}/gu) ?? [],
  );
}

/** Returns quoted texts that look like a sentence or a title, except for failures, which services write in English. */
export function findSentences(source: string): string[] {
  const code = source
    .replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, '')
    .replace(/\b(?:new Failure|notFound|invalid|invalidArguments|refused)\([\s\S]*?\);|log\.\w+\(.*\);/g, '');
  return [...code.matchAll(/(?<!header\()'([A-Z][a-z’]+(?: [\w’,.?]+)+|[A-Z][a-z]+[.?!])'/g)].map(([, text]) => text as string);
}

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, visit } from 'graphql';

/** A piece of text with its place: `file:line`, or the path of a schema member. */
export interface Passage {
  place: string;
  text: string;
}

const root = path.resolve(import.meta.dirname, '../../..');
const CODE = '{src,graphql,rest-map,test,bench,scripts,examples}/**/*.ts';
const GENERATED = /^src\/generated\/|__generated__|node_modules|^dist\//;
/** Matches documents that are not checked: generated references and the behavior reference. */
const EXCLUDED = /^docs\/(rest|graphql|openapi)\/|^docs\/behaviour\//;

const COMMENT = /^\s*(?:\/\/|\/?\*)|\s\/\/\s/;

function listFiles(pattern: string, except: RegExp): string[] {
  return globSync(pattern, { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !except.test(file))
    .sort();
}

function readLines(file: string): Passage[] {
  return readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .map((text, index) => ({ place: `${file}:${index + 1}`, text }));
}

/** Returns every line of TypeScript that is not generated. */
export const readCodeLines = (): Passage[] => listFiles(CODE, GENERATED).flatMap(readLines);

/** Returns the lines that are comments or end with one. */
export const findCommentLines = (lines: readonly Passage[]): Passage[] => lines.filter(({ text }) => COMMENT.test(text));

/** Returns the lines of the hand-written documents, without code blocks. */
export function readDocumentLines(): Passage[] {
  const files = [...listFiles('*.md', GENERATED), ...listFiles('docs/**/*.md', EXCLUDED)];
  return files.flatMap((file) => {
    let isCode = false;
    return readLines(file).filter(({ text }) => {
      if (text.startsWith('```')) {
        isCode = !isCode;
        return false;
      }
      return !isCode;
    });
  });
}

/** Returns each description of the public schema once, with the path of the first member that has it. */
export function readDescriptions(): Passage[] {
  const descriptionPaths = new Map<string, string>();
  const names: string[] = [];
  visit(parse(readFileSync(path.join(root, 'graphql/schema.graphql'), 'utf8')), {
    enter(node) {
      if (!('name' in node) || node.name === undefined || !('description' in node)) return;
      names.push(node.name.value);
      const text = node.description?.value.replaceAll(/\s+/g, ' ').trim();
      if (text !== undefined && !descriptionPaths.has(text)) descriptionPaths.set(text, names.join('.'));
    },
    leave(node) {
      if ('name' in node && node.name !== undefined && 'description' in node) names.pop();
    },
  });
  return [...descriptionPaths].map(([text, place]) => ({ place, text }));
}

/** Matches string literals of at least 12 characters. */
const STRING = /'((?:[^'\\\n]|\\.){12,})'|"((?:[^"\\\n]|\\.){12,})"/g;

/** Returns the sentences that users read: English texts of pages and mails, and messages of failures and commands. */
export function readMessages(): Passage[] {
  const texts = listFiles('src/core/language/texts/*.english.ts', GENERATED);
  const sources = listFiles('src/{cli,core,domains,web}/**/*.ts', /(?:^|[./])(english|german)\.ts$|^src\/generated|^src\/cli\/language/);
  return [...texts, ...sources].flatMap((file) =>
    readLines(file)
      .filter(({ text }) => !COMMENT.test(text))
      .flatMap(({ place, text }) =>
        [...text.matchAll(STRING)]
          .map(([, single, double]) => single ?? double ?? '')
          .filter((sentence) => /^[A-Z].* .*[.!?]$/.test(sentence))
          .map((sentence) => ({ place, text: sentence })),
      ),
  );
}

import { readFileSync } from 'node:fs';
import type { Passage } from './sources.ts';

/** Kind of text in which the words of an entry are forbidden. */
export type Scope = 'code' | 'comments' | 'prose';

/** An entry of `forbidden.json`: words that the code base does not use. */
interface Entry {
  /** Regular expression, which ignores case unless it contains a capital letter. */
  words: string;
  /** Words to use instead. */
  use: string;
  scope: string;
  /** Regular expressions of correct uses, matched against `place: text`. The words have another meaning there, or belong to a published name. */
  allowed?: readonly string[];
}

export interface ForbiddenUses extends Entry {
  /** Passages that contain the words, as `place: text`, at most 200 characters each. */
  uses: string[];
}

const entries = JSON.parse(readFileSync(new URL('./forbidden.json', import.meta.url), 'utf8')) as readonly Entry[];

/** Returns all entries with the passages that use their words and are not allowed. */
export function findForbidden(passages: Readonly<Record<Scope, readonly Passage[]>>): ForbiddenUses[] {
  return entries.map((entry) => {
    const forbidden = new RegExp(`(?<![\\w$])(?:${entry.words})(?![\\w$])`, /[A-Z]/.test(entry.words) ? '' : 'i');
    const allowed = (entry.allowed ?? []).map((text) => new RegExp(text));
    const uses = passages[entry.scope as Scope]
      .filter(({ text }) => forbidden.test(text))
      .map(({ place, text }) => `${place}: ${text.trim()}`)
      .filter((use) => !allowed.some((pattern) => pattern.test(use)))
      .map((use) => use.slice(0, 200));
    return { ...entry, uses };
  });
}

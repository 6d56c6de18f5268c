import { readFileSync } from 'node:fs';
import type { Passage } from './sources.ts';

/** The texts in which the words of an entry are forbidden. */
export type Scope = 'code' | 'comments' | 'prose';

interface Entry {
  /** Regular expression, which ignores case unless it contains a capital letter. */
  words: string;
  use: string;
  scope: string;
  /** Regular expressions of correct uses, matched against place and text: another meaning, or a name of the published interface. */
  allowed?: readonly string[];
}

export interface EntryWithUses extends Entry {
  uses: string[];
}

const entries = JSON.parse(readFileSync(new URL('./forbidden.json', import.meta.url), 'utf8')) as readonly Entry[];

/** Finds forbidden words outside of allowed uses. */
export function findForbidden(passages: Readonly<Record<Scope, readonly Passage[]>>): EntryWithUses[] {
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

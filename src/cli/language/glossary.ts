import { readFileSync, writeFileSync } from 'node:fs';
import type { Passage } from './sources.ts';

/** Where the words of an entry are forbidden. */
export type Scope = 'code' | 'comments' | 'prose';

interface Entry {
  /** A regular expression, matched without regard to case unless it holds a capital letter. */
  words: string;
  use: string;
  scope: string;
  /** How many uses are left today: the number may only fall. */
  ceiling: number;
}

export interface Count extends Entry {
  found: string[];
}

const FILE = new URL('./forbidden.json', import.meta.url);
const entries = JSON.parse(readFileSync(FILE, 'utf8')) as readonly Entry[];

/** Counts the uses of every forbidden word. Wire names are exempt because no entry names one. */
export function countForbidden(passages: Readonly<Record<Scope, readonly Passage[]>>): Count[] {
  return entries.map((entry) => {
    const pattern = new RegExp(`(?<![\\w$])(?:${entry.words})(?![\\w$])`, /[A-Z]/.test(entry.words) ? '' : 'i');
    const found = passages[entry.scope as Scope]
      .filter(({ text }) => pattern.test(text))
      .map(({ place, text }) => `${place}: ${text.trim().slice(0, 120)}`);
    return { ...entry, found };
  });
}

/** Writes the numbers found as the new ceilings where they are lower. */
export function lowerCeilings(counts: readonly Count[]): void {
  const lowered = counts.map(({ found, ...entry }) => ({ ...entry, ceiling: Math.min(entry.ceiling, found.length) }));
  writeFileSync(FILE, `[\n${lowered.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')}\n]\n`);
}

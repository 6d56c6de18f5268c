import { readFileSync } from 'node:fs';
import { unified } from 'unified';
import retextEnglish from 'retext-english';
import retextIndefiniteArticle from 'retext-indefinite-article';
import retextRepeatedWords from 'retext-repeated-words';
import retextStringify from 'retext-stringify';
import writeGood from 'write-good';
import type { Passage } from './sources.ts';

const acceptedFindings = JSON.parse(readFileSync(new URL('./accepted-prose.json', import.meta.url), 'utf8')) as readonly string[];

/** Checks articles (`a`, `an`) and repeated words. */
const linter = unified().use(retextEnglish).use(retextIndefiniteArticle).use(retextRepeatedWords).use(retextStringify);

/** Returns the text without code, URLs and markup. */
function toPlainText(text: string): string {
  return text
    .replaceAll(/\ban? `[^`]*`/gi, 'the X')
    .replaceAll(/`[^`]*`|<[^>]+>|\{[^}]*\}|https?:\S+/g, 'X')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*|#>]+/g, ' ');
}

const isAccepted = (finding: string) => acceptedFindings.some((text) => finding.toLowerCase().includes(text.toLowerCase()));

/** Returns the findings of the prose linters that are not accepted, with their places. */
export function findProseFaults(passages: readonly Passage[]): string[] {
  return passages.flatMap(({ place, text }) => {
    const plain = toPlainText(text);
    const findings = [
      ...writeGood(plain, { passive: false, eprime: false, thereIs: false, illusion: false }).map(({ reason }) => reason),
      ...linter.processSync(plain).messages.map(({ reason }) => reason),
    ];
    return findings.filter((finding) => !isAccepted(finding)).map((finding) => `${place}: ${finding}`);
  });
}

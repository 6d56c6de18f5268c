import { withAnyKey } from '#app/core/secrets/keeper.ts';
import type { Site } from '#app/site.ts';
import { sha256 } from '../revision/calculated.ts';
import { sameText } from '#app/core/secrets/keyed-hash.ts';
import { chainLink, erasureSeal, removalSeal } from './chain.ts';
import { entryDigest } from './entry.ts';
import { logEnd } from './log-end.ts';
import { entriesByPosition, type StoredEntry } from './read-entries.ts';

/** Fault of a link in the log. */
export type ChainFault =
  /** The consent was changed after it was documented. */
  | 'changed'
  /** Neither a consent nor a removal mark exists. */
  | 'missing'
  /** The link does not match the previous one: something was inserted or reordered. */
  | 'out_of_order'
  /** The removal mark was not created by this site. */
  | 'forged_mark'
  /** The text of the revision was changed. */
  | 'changed_revision'
  /** The log ends after or before its stored end. */
  | 'wrong_end';

export interface BrokenLink {
  position: number;
  /** Null if no consent exists at the position. */
  consentId: number | null;
  fault: ChainFault;
}

/** Result of verifying the log. */
export interface LogVerification {
  /** Number of verified consents. */
  checked: number;
  /** Number of deleted consents with a valid mark. */
  removed: number;
  firstBroken: BrokenLink | null;
  /** End of the log. Store it elsewhere, so that a later verification can detect a cut-off. */
  head: { position: number; link: string };
}

interface Mark {
  fromPosition: number;
  toPosition: number;
  link: string;
  reason: string;
  removedAt: Date;
  seal: string;
}

/** Returns revisions whose text matches neither their digest nor an erasure by this site. */
async function changedRevisions(site: Site): Promise<Set<string>> {
  const changed = new Set<string>();
  for (let last = 0; ; ) {
    const rows = await site.db.prisma.consentRevision.findMany({ where: { id: { gt: last } }, orderBy: { id: 'asc' }, take: 100 });
    if (rows.length === 0) return changed;
    for (const { erasureSeal: seal, ...revision } of rows) {
      const { id, part, hash, digest, json } = revision;
      last = id;
      const isErased = seal !== null && withAnyKey(site, (keeper) => sameText(seal, erasureSeal(keeper, revision)));
      if (sha256(json) !== digest && !isErased) changed.add(`${part} ${hash}`);
    }
  }
}

/** Verifies the log position by position. */
class Walk {
  readonly #site: Site;
  readonly #marks: Map<number, Mark>;
  readonly #revisions: ReadonlySet<string>;
  position: number;
  link: string;
  checked = 0;
  removed = 0;
  broken: BrokenLink | null = null;

  constructor(site: Site, start: { position: number; link: string }, marks: readonly Mark[], revisions: ReadonlySet<string>) {
    this.#site = site;
    this.position = start.position;
    this.link = start.link;
    this.#marks = new Map(marks.map((mark) => [mark.fromPosition, mark]));
    this.#revisions = revisions;
  }

  #break(fault: ChainFault, position: number, consentId: number | null = null): false {
    this.broken ??= { position, consentId, fault };
    return false;
  }

  /** Passes the removal marks at the next positions. Returns false for a forged one. */
  passMarks(): boolean {
    for (let mark = this.#marks.get(this.position + 1); mark; mark = this.#marks.get(this.position + 1)) {
      if (!withAnyKey(this.#site, (keeper) => removalSeal(keeper, mark) === mark.seal) || mark.toPosition < mark.fromPosition)
        return this.#break('forged_mark', mark.fromPosition);
      this.removed += mark.toPosition - mark.fromPosition + 1;
      this.position = mark.toPosition;
      this.link = mark.link;
    }
    return true;
  }

  /** Passes a consent. Returns false if it is not valid at this position. */
  pass(entry: StoredEntry): boolean {
    if (!this.passMarks()) return false;
    const { id, position } = entry;
    if (position > this.position + 1) return this.#break('missing', this.position + 1);
    if (position <= this.position) return this.#break('out_of_order', position, id);
    if (entryDigest(entry) !== entry.digest) return this.#break('changed', position, id);
    const { link } = this;
    if (!withAnyKey(this.#site, (keeper) => chainLink(keeper, link, position, entry.digest) === entry.link))
      return this.#break('out_of_order', position, id);
    if (this.#revisions.has(`dependent ${entry.revision}`) || this.#revisions.has(`independent ${entry.revisionIndependent}`))
      return this.#break('changed_revision', position, id);
    this.position = position;
    this.link = entry.link;
    this.checked += 1;
    return true;
  }

  /** True if the log ends at its stored end. */
  end(head: { position: number; link: string }): boolean {
    if (!this.passMarks()) return false;
    if (this.position < head.position) return this.#break('missing', this.position + 1);
    return (this.position === head.position && this.link === head.link) || this.#break('wrong_end', this.position);
  }
}

/**
 * Verifies all digests and links of the consent log and returns the first broken one. Ignores consents that are written meanwhile. `expected` is an
 * end noted earlier: if the log does not contain it, the log was cut off.
 */
export async function verifyLog(site: Site, expected?: { position: number; link: string }): Promise<LogVerification> {
  const end = await logEnd(site);
  const marks = await site.db.prisma.consentRemoval.findMany({
    where: { toPosition: { lte: end.position } },
    orderBy: { fromPosition: 'asc' },
  });
  const walk = new Walk(site, { position: 0, link: '' }, marks, await changedRevisions(site));
  const isCut = expected !== undefined && expected.position > end.position;
  walking: for await (const entries of entriesByPosition(site, 0, end.position)) {
    for (const entry of entries) {
      if (!walk.pass(entry)) break walking;
      if (expected?.position === entry.position && expected.link !== entry.link) {
        walk.broken = { position: entry.position, consentId: entry.id, fault: 'out_of_order' };
        break walking;
      }
    }
  }
  if (!walk.broken) walk.end(end);
  const cut: BrokenLink | null = isCut ? { position: end.position + 1, consentId: null, fault: 'wrong_end' } : null;
  return { checked: walk.checked, removed: walk.removed, firstBroken: walk.broken ?? cut, head: end };
}

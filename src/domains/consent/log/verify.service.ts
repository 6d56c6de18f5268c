import type { ConsentRemoval } from '#db';
import { matchesAnyKey } from '#app/core/secrets/key-owner.ts';
import type { Site } from '#app/site.ts';
import { hashSha256 } from '../revision/calculated-revisions.ts';
import { areEqualInConstantTime } from '#app/core/secrets/keyed-hash.ts';
import { computeChainLink, computeErasureSeal, type RemovalMark, computeRemovalSeal } from './chain.ts';
import { hashEntry } from './entry.ts';
import { readLogEnd } from './log-end.ts';
import { iterateByPosition, type StoredEntry } from './read-entries.ts';

/** Reason why the log is not valid at a position. */
export type ChainFault =
  /** The consent was changed after it was documented. */
  | 'changed'
  /** Neither a consent nor a removal mark exists at the position. */
  | 'missing'
  /** The link does not match the previous one, because a consent was inserted or reordered. */
  | 'out_of_order'
  /** The removal mark was not created by this site. */
  | 'forged_mark'
  /** The JSON of the revision was changed. */
  | 'changed_revision'
  /** The log does not end at its stored end, or it ends before an end that was recorded earlier. */
  | 'wrong_end';

/** First position at which the log is not valid. */
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
  /** End of the log. Store it elsewhere, so that a later verification can detect deleted consents at the end. */
  head: { position: number; link: string };
}

type Mark = RemovalMark & Pick<ConsentRemoval, 'seal'>;

/** Returns `part hash` of each revision whose JSON matches neither its digest nor an erasure by this site. */
async function findChangedRevisions(site: Site): Promise<Set<string>> {
  const changed = new Set<string>();
  for (let lastId = 0; ; ) {
    const rows = await site.db.prisma.consentRevision.findMany({ where: { id: { gt: lastId } }, orderBy: { id: 'asc' }, take: 100 });
    if (rows.length === 0) return changed;
    for (const { erasureSeal: seal, ...revision } of rows) {
      const { id, part, hash, digest, json } = revision;
      lastId = id;
      const isErased =
        seal !== null && matchesAnyKey(site, (keyOwner) => areEqualInConstantTime(seal, computeErasureSeal(keyOwner, revision)));
      if (hashSha256(json) !== digest && !isErased) changed.add(`${part} ${hash}`);
    }
  }
}

/** Verifies the log position by position. Records the first fault. */
class LogWalk {
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

  /** Moves past the removal marks at the next positions. Returns false for a forged one. */
  passMarks(): boolean {
    for (let mark = this.#marks.get(this.position + 1); mark; mark = this.#marks.get(this.position + 1)) {
      if (!matchesAnyKey(this.#site, (keyOwner) => computeRemovalSeal(keyOwner, mark) === mark.seal) || mark.toPosition < mark.fromPosition)
        return this.#break('forged_mark', mark.fromPosition);
      this.removed += mark.toPosition - mark.fromPosition + 1;
      this.position = mark.toPosition;
      this.link = mark.link;
    }
    return true;
  }

  /** Verifies a consent and moves past it. Returns false if it is not valid at this position. */
  pass(entry: StoredEntry): boolean {
    if (!this.passMarks()) return false;
    const { id, position } = entry;
    if (position > this.position + 1) return this.#break('missing', this.position + 1);
    if (position <= this.position) return this.#break('out_of_order', position, id);
    if (hashEntry(entry) !== entry.digest) return this.#break('changed', position, id);
    const { link } = this;
    if (!matchesAnyKey(this.#site, (keyOwner) => computeChainLink(keyOwner, link, position, entry.digest) === entry.link))
      return this.#break('out_of_order', position, id);
    if (this.#revisions.has(`dependent ${entry.revision}`) || this.#revisions.has(`independent ${entry.revisionIndependent}`))
      return this.#break('changed_revision', position, id);
    this.position = position;
    this.link = entry.link;
    this.checked += 1;
    return true;
  }

  /** Returns true if the log ends at its stored end. */
  finish(head: { position: number; link: string }): boolean {
    if (!this.passMarks()) return false;
    if (this.position < head.position) return this.#break('missing', this.position + 1);
    return (this.position === head.position && this.link === head.link) || this.#break('wrong_end', this.position);
  }
}

/**
 * Verifies all digests and links of the consent log and returns the first position with a fault. Ignores consents that are written meanwhile.
 * `expected` is an end of the log that was recorded earlier. If the log no longer contains it, consents were deleted from the end.
 */
export async function verifyLog(site: Site, expected?: { position: number; link: string }): Promise<LogVerification> {
  const logHead = await readLogEnd(site);
  const marks = await site.db.prisma.consentRemoval.findMany({
    where: { toPosition: { lte: logHead.position } },
    orderBy: { fromPosition: 'asc' },
  });
  const walk = new LogWalk(site, { position: 0, link: '' }, marks, await findChangedRevisions(site));
  const isCut = expected !== undefined && expected.position > logHead.position;
  verification: for await (const entries of iterateByPosition(site, 0, logHead.position)) {
    for (const entry of entries) {
      if (!walk.pass(entry)) break verification;
      if (expected?.position === entry.position && expected.link !== entry.link) {
        walk.broken = { position: entry.position, consentId: entry.id, fault: 'out_of_order' };
        break verification;
      }
    }
  }
  if (!walk.broken) walk.finish(logHead);
  const brokenEnd: BrokenLink | null = isCut ? { position: logHead.position + 1, consentId: null, fault: 'wrong_end' } : null;
  return { checked: walk.checked, removed: walk.removed, firstBroken: walk.broken ?? brokenEnd, head: logHead };
}

import { hash } from 'node:crypto';
import { memoizeLast } from '#app/core/async/memoize-last.ts';
import type { Site } from '#app/site.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { DependentRevision, IndependentRevision } from './content.types.ts';
import { buildDependentRevision } from './dependent.rules.ts';
import { buildIndependentRevision } from './independent.rules.ts';

/** A revision with its hashes. */
export interface CalculatedRevision<Content> {
  content: Content;
  /** JSON that is hashed and stored. */
  json: string;
  /** MD5 as 32 lower-case hex characters. Clients identify revisions by it. */
  hash: string;
  /** SHA-256 as 64 hex characters. */
  digest: string;
}

export interface CalculatedRevisions {
  /** Content whose change requires new consent. */
  dependent: CalculatedRevision<DependentRevision>;
  /** Other content that visitors see. */
  independent: CalculatedRevision<IndependentRevision>;
}

export const hashSha256 = (text: string): string => hash('sha256', text, 'hex');

function withHashes<Content>(content: Content): CalculatedRevision<Content> {
  // keys always have the same order, also in stored objects, so equal content has equal JSON
  const json = JSON.stringify(content);
  return { content, json, hash: hash('md5', json, 'hex'), digest: hashSha256(json) };
}

const createCalculation = () =>
  memoizeLast(
    (configuration: Configuration): CalculatedRevisions => ({
      dependent: withHashes(buildDependentRevision(configuration)),
      independent: withHashes(buildIndependentRevision(configuration)),
    }),
  );

/** Returns the revisions of a configuration. Caches those of the last configuration. */
export function calculateRevisions(site: Site, configuration: Configuration): CalculatedRevisions {
  return site.state.getOrCreate(createCalculation)(configuration);
}

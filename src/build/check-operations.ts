import path from 'node:path';
import type { GraphQLSchema } from 'graphql';
import type { Plugin } from 'rolldown';
import { createRestEngine } from '../rest/create-engine.ts';
import { hashDocuments } from '../rest/engine/checked-texts.ts';
import { joinSources } from '../rest/engine/operations.ts';
import type { SiteMap } from '../site-engine.ts';
import { ROOT } from './record.ts';

/** URLs for the check. Its result does not depend on them. */
const PLACEHOLDER_URLS = { restUrl: 'http://site.invalid/rest', relationBase: 'http://site.invalid' };

/**
 * Validates the operations of the map and prepares every route, as a start from sources does. Throws one error that lists all faults. Returns the
 * hash of the operations. The built service skips the validation if its operations have this hash.
 */
export function checkOperations(schema: GraphQLSchema, map: SiteMap): string {
  createRestEngine({ schema, map: { ...map, authentication: () => ({}) }, ...PLACEHOLDER_URLS });
  return hashDocuments(joinSources(map.sources));
}

const CHECKED_TEXTS = path.join(ROOT, 'src/rest/engine/checked-texts.ts');
const HASH_PLACEHOLDER = 'const checkedTexts: string | null = null;';

/** Plugin that stores the hash of the checked operations in the build, so that the built service does not validate them at each start. */
export function storeOperationsHash(hash: string): Plugin {
  return {
    name: 'store-operations-hash',
    transform(code, id) {
      if (id !== CHECKED_TEXTS) return null;
      if (!code.includes(HASH_PLACEHOLDER))
        this.error(`${id} has no placeholder for the hash of the checked operations: ${HASH_PLACEHOLDER}`);
      return { code: code.replace(HASH_PLACEHOLDER, `const checkedTexts: string | null = ${JSON.stringify(hash)};`), map: null };
    },
  };
}

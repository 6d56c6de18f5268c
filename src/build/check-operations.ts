import path from 'node:path';
import type { GraphQLSchema } from 'graphql';
import type { Plugin } from 'rolldown';
import { createRestEngine } from '../rest/create-engine.ts';
import { hashOfTexts } from '../rest/engine/checked-texts.ts';
import { textsOf } from '../rest/engine/operations.ts';
import type { SiteMap } from '../site-engine.ts';
import { ROOT } from './record.ts';

/** Nothing that a row says depends on where the site lies. */
const ANYWHERE = { restUrl: 'http://site.invalid/rest', relationBase: 'http://site.invalid' };

/**
 * Checks the operations of the map against the schema and prepares every row, as each start from sources does; throws with everything that is wrong.
 * Returns the hash of the texts, by which the built service knows that they are checked.
 */
export function checkOperations(schema: GraphQLSchema, map: SiteMap): string {
  createRestEngine({ schema, map: { ...map, authentication: () => ({}) }, ...ANYWHERE });
  return hashOfTexts(textsOf(map.sources));
}

const CHECKED_TEXTS = path.join(ROOT, 'src/rest/engine/checked-texts.ts');
const NONE_CHECKED = 'const checkedTexts: string | null = null;';

/** Writes into the build which texts of operations were checked for it, so that its starts need not check them again. */
export function notesChecked(hash: string): Plugin {
  return {
    name: 'notes-checked',
    transform(code, id) {
      if (id !== CHECKED_TEXTS) return null;
      if (!code.includes(NONE_CHECKED)) this.error(`${id} has no place for what was checked: ${NONE_CHECKED}`);
      return { code: code.replace(NONE_CHECKED, `const checkedTexts: string | null = ${JSON.stringify(hash)};`), map: null };
    },
  };
}

import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { moduleNotConnected } from '../failures.ts';
import { marks, setMark } from '../marks.ts';
import type { ConnectorState } from '../access/actor.ts';
import { moduleOf } from './registry.ts';

/** Records that a module has data. Returns true if this was not yet recorded. For unsupported modules, throws `module_not_connected` before `invalid_module_slug`. */
export async function markDataAvailable(site: Site, state: ConnectorState, slug: string): Promise<boolean> {
  const module = moduleOf(slug);
  if (!state.isConnected(slug)) throw moduleNotConnected();
  if (module.tellsDataAvailable !== true) throw new Failure('invalid_module_slug', 500, 'The module does not tell whether it has data.');
  return await setMark(site.db.prisma, marks.dataAvailable(slug));
}

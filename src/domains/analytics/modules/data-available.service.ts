import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { moduleNotConnected } from '../failures.ts';
import { marks, setMark } from '../marks.ts';
import type { ConnectorState } from '../access/actor.ts';
import { getModule } from './registry.ts';

/**
 * Records that a module has data. Returns true if this was not recorded before. Throws `module_not_connected`, or `invalid_module_slug` for an
 * unknown module or for a module that does not report whether it has data.
 */
export async function markDataAvailable(site: Site, state: ConnectorState, slug: string): Promise<boolean> {
  const module = getModule(slug);
  if (!state.isConnected(slug)) throw moduleNotConnected();
  if (module.reportsDataAvailable !== true)
    throw new Failure('invalid_module_slug', 500, 'The module does not report whether it has data.');
  return await setMark(site.db.prisma, marks.dataAvailable(slug));
}

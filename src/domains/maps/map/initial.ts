import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { acquireAdvisoryLock } from '#app/core/db/lock.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { toMarkerColumns } from '../marker/marker.columns.ts';
import { buildDistanceSetting, newMapSettings } from './map.columns.ts';

const selectHasMaps = statement('has_maps', 'SELECT EXISTS (SELECT 1 FROM map) AS "hasMaps"', rowShape({ hasMaps: 'bool' }));

/** Creates the first map, with one marker (docs/behaviour/cache-compliance-maps-2fa-theme.md 3.4). Does nothing if the site has a map. */
export async function ensureFirstMap(site: Site): Promise<void> {
  const [row] = await site.db.rows(selectHasMaps);
  if (row?.hasMaps) return;
  await site.db.transaction(async (tx) => {
    // if several processes start at once, only one of them may create the map
    await acquireAdvisoryLock(tx, 'first map');
    if ((await tx.map.count()) > 0) return;
    const map = await tx.map.create({
      data: {
        title: 'My first map',
        startLat: '45.950464398418106',
        startLng: '-109.81550500000003',
        startZoom: 2,
        settings: { ...newMapSettings, ...buildDistanceSetting('KILOMETERS') },
        updatedAt: now(),
      },
    });
    const address = 'California';
    await tx.mapMarker.create({
      data: toMarkerColumns({ mapId: map.id, address, lat: '36.778261', lng: '-119.4179323999', approved: true }),
    });
  });
}

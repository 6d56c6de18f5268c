import { invalidArguments } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { canEditMaps } from '#app/domains/maps/maps.access.ts';
import { isInMiles } from '#app/domains/maps/map/map.columns.ts';
import type { MarkerQuery } from '#app/domains/maps/marker/marker.list.ts';
import { KILOMETERS_PER_MILE } from '#app/domains/maps/marker/nearby.rules.ts';
import type { Site } from '#app/site.ts';
import { builder } from '../builder.ts';
import { DescriptionForm } from './fields.ts';

type Nullable<T> = T | null | undefined;

/** Arguments with which legacy clients select features. */
export interface LegacyFeatureOptions {
  mapId?: Nullable<number>;
  mashupIds?: Nullable<readonly number[]>;
  ids?: Nullable<readonly number[]>;
  latitude?: Nullable<number>;
  longitude?: Nullable<number>;
  radius?: Nullable<number>;
  withUnapproved?: Nullable<boolean>;
  form?: Nullable<'shown' | 'written'>;
}

/** Arguments of lists for legacy clients. */
export const createLegacyFeatureArguments = (t: Pick<Parameters<Parameters<typeof builder.queryField>[1]>[0], 'arg'>) => ({
  mapId: t.arg.int({ description: 'Only objects on this map. The unit of the map is also the unit of `radius`.' }),
  mashupIds: t.arg.intList({ description: 'Also objects on these maps.' }),
  ids: t.arg.intList({ description: 'Only these markers.' }),
  latitude: t.arg.float({ description: 'Latitude of the center of the search.' }),
  longitude: t.arg.float({ description: 'Longitude of the center of the search.' }),
  radius: t.arg.float({ description: 'Maximum distance from the center: kilometers, or miles if the map uses miles.' }),
  withUnapproved: t.arg.boolean({ description: 'Whether to include markers that are not approved; ignored unless you may edit maps.' }),
  form: t.arg({
    type: DescriptionForm,
    description: 'Form of the descriptions. With `WRITTEN`, editors of maps also get markers that are not approved.',
  }),
});

/** Returns the IDs of the requested maps; null for all maps. */
export function getMapIds({ mapId, mashupIds }: LegacyFeatureOptions): number[] | null {
  const mapIds = [...(typeof mapId === 'number' ? [mapId] : []), ...(mashupIds ?? [])];
  return mapIds.length > 0 ? [...new Set(mapIds)] : null;
}

/** Returns the query for the requested markers (docs/behaviour/cache-compliance-maps-2fa-theme.md 3.5). */
export async function buildMarkerQuery(site: Site, viewer: Viewer, options: LegacyFeatureOptions): Promise<MarkerQuery> {
  return {
    mapIds: getMapIds(options),
    ids: options.ids ?? null,
    near: await getNearFilter(site, options),
    includesUnapproved: (options.withUnapproved === true || options.form === 'written') && canEditMaps(site, viewer),
  };
}

async function getNearFilter(site: Site, { mapId, latitude, longitude, radius }: LegacyFeatureOptions): Promise<MarkerQuery['near']> {
  if (typeof latitude !== 'number' || typeof longitude !== 'number' || typeof radius !== 'number') return null;
  if (Math.abs(latitude) > 90) throw invalidArguments({ latitude: 'The latitude must be between -90 and 90.' });
  const map = typeof mapId === 'number' ? await site.db.prisma.map.findUnique({ where: { id: mapId } }) : null;
  return { center: { latitude, longitude }, kilometers: radius * (map && isInMiles(map) ? KILOMETERS_PER_MILE : 1) };
}

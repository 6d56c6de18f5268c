import { invalidArguments } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { editsMaps } from '#app/domains/maps/maps.access.ts';
import { isInMiles } from '#app/domains/maps/map/map.columns.ts';
import type { MarkerQuery } from '#app/domains/maps/marker/marker.list.ts';
import { KILOMETERS_PER_MILE } from '#app/domains/maps/marker/nearby.rules.ts';
import type { Site } from '#app/site.ts';
import { builder } from '../builder.ts';
import { DescriptionForm } from './fields.ts';

type Given<T> = T | null | undefined;

/** Arguments by which legacy clients select features. */
export interface OldFeatureOptions {
  mapId?: Given<number>;
  mashupIds?: Given<readonly number[]>;
  ids?: Given<readonly number[]>;
  latitude?: Given<number>;
  longitude?: Given<number>;
  radius?: Given<number>;
  withUnapproved?: Given<boolean>;
  form?: Given<'shown' | 'written'>;
}

/** Arguments of lists for legacy clients. */
export const oldFeatureArguments = (t: Pick<Parameters<Parameters<typeof builder.queryField>[1]>[0], 'arg'>) => ({
  mapId: t.arg.int({ description: 'On this map; its unit is that of the radius.' }),
  mashupIds: t.arg.intList({ description: 'On these maps too.' }),
  ids: t.arg.intList({ description: 'Only these markers.' }),
  latitude: t.arg.float({ description: 'Around this latitude.' }),
  longitude: t.arg.float({ description: 'Around this longitude.' }),
  radius: t.arg.float({ description: 'Nearer than this: kilometres, or miles where the map counts them.' }),
  withUnapproved: t.arg.boolean({ description: 'Also markers that are not approved; counts for editors of maps only.' }),
  form: t.arg({ type: DescriptionForm, description: '`WRITTEN`: the map editor asks; then editors of maps get those as well.' }),
});

/** Returns the IDs of the requested maps; null = all maps. */
export function mapsOf({ mapId, mashupIds }: OldFeatureOptions): number[] | null {
  const named = [...(typeof mapId === 'number' ? [mapId] : []), ...(mashupIds ?? [])];
  return named.length > 0 ? [...new Set(named)] : null;
}

/** Returns the query for the requested markers (cache-compliance-maps-2fa-theme.md 3.5). */
export async function queryOfOld(site: Site, viewer: Viewer, wish: OldFeatureOptions): Promise<MarkerQuery> {
  return {
    mapIds: mapsOf(wish),
    ids: wish.ids ?? null,
    near: await nearOf(site, wish),
    withHidden: (wish.withUnapproved === true || wish.form === 'written') && editsMaps(site, viewer),
  };
}

async function nearOf(site: Site, { mapId, latitude, longitude, radius }: OldFeatureOptions): Promise<MarkerQuery['near']> {
  if (typeof latitude !== 'number' || typeof longitude !== 'number' || typeof radius !== 'number') return null;
  if (Math.abs(latitude) > 90) throw invalidArguments({ latitude: 'There is no such latitude.' });
  const map = typeof mapId === 'number' ? await site.db.prisma.map.findUnique({ where: { id: mapId } }) : null;
  return { center: { latitude, longitude }, kilometers: radius * (map && isInMiles(map) ? KILOMETERS_PER_MILE : 1) };
}

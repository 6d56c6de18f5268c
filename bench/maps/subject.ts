import type { Subject } from '../subject.ts';
import { searchArea, markers } from './data.ts';

const COUNT = 1_000_000;
export const root = '/rest/maps/v1';

const filter = JSON.stringify({ center: { lat: searchArea.lat, lng: searchArea.lng }, radius: searchArea.kilometers });
/** Path of the markers near a place. */
export const near = `/markers?filter=${encodeURIComponent(filter)}`;
/** Path of the first page of a table that is searched for a rare word. */
export const table = `/datatables?phpClass=${encodeURIComponent('Maps\\MarkerDataTable')}&draw=1&start=0&length=10&search[value]=needle`;

const createWorkload = (name: string, path: string) => ({
  name,
  limit: { path },
  byHand: { path },
  marquee: { path: root + path },
  bar: 2,
});

export const mapsSubject: Subject = {
  title: `Markers (${COUNT.toLocaleString('en')})`,
  fill: markers(COUNT),
  folder: 'maps',
  ready: near,
  async workloads() {
    return [createWorkload('within 25 km: 50 markers', near), createWorkload('page 1 of a table, searched for a rare word', table)];
  },
};

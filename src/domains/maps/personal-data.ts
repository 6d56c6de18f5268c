import { nothing, type PersonalData, texts } from '#app/core/personal-data/declaration.ts';

export const mapData: PersonalData = {
  map: texts('Maps'),
  map_marker: texts('Markers of maps'),
  map_marker_tally: nothing('how many markers there are'),
  map_polygon: texts('Polygons of maps'),
  map_polyline: texts('Lines of maps'),
  map_circle: texts('Circles of maps'),
  map_rectangle: texts('Rectangles of maps'),
  map_point_label: texts('Labels of maps'),
  geocode_cache: texts('Places that were looked up'),
};

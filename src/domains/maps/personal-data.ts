import { noPersonalData, type PersonalData, mentioningTexts } from '#app/core/personal-data/declaration.ts';

export const mapData: PersonalData = {
  map: mentioningTexts('Maps'),
  map_marker: mentioningTexts('Markers of maps'),
  map_marker_tally: noPersonalData('how many markers there are'),
  map_polygon: mentioningTexts('Polygons of maps'),
  map_polyline: mentioningTexts('Lines of maps'),
  map_circle: mentioningTexts('Circles of maps'),
  map_rectangle: mentioningTexts('Rectangles of maps'),
  map_point_label: mentioningTexts('Labels of maps'),
  geocode_cache: mentioningTexts('Places that were looked up'),
};

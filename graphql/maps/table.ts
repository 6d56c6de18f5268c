import { readableTable, readTable, type TablePart } from '#app/domains/maps/table/table.service.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, legacy } from '../compatibility.ts';
import { DescriptionForm } from './fields.ts';
import { mapsOf } from './feature.arguments.ts';

const MapTableOrder = builder.inputType('MapTableOrder', {
  ...legacyOnly('Connections take `first` and `after`; their order is theirs.'),
  description: 'What a table is sorted by.',
  fields: (t) => ({
    column: t.int({ description: 'Position of the column, from 0.' }),
    dir: t.string({ description: '`asc`; anything else is downwards.' }),
  }),
});

const MapTable = builder.objectRef<TablePart>('MapTable').implement({
  ...legacy({ use: 'MapMarkerConnection' }),
  description: 'A part of a table as old table scripts show it.',
  fields: (t) => ({
    recordsTotal: t.int({ description: 'Rows before the search.', resolve: ({ recordsTotal }) => recordsTotal }),
    recordsFiltered: t.int({ description: 'Rows that the search found.', resolve: ({ recordsFiltered }) => recordsFiltered }),
    data: t.field({
      type: 'JSON',
      description: 'Lists of texts, some of them HTML: the columns in their order.',
      resolve: ({ rows }) => rows,
    }),
    meta: t.field({ type: 'JSON', description: 'The same rows by the names of their columns.', resolve: ({ meta }) => meta }),
  }),
});

builder.queryField('mapTable', (t) =>
  t.field({
    type: MapTable,
    ...legacy({ use: 'mapMarkers { totalCount nodes { databaseId title } }' }),
    description: 'One of the tables of features. `maps_invalid_datatable_class` for an unknown name.',
    args: {
      className: t.arg.string({ required: true, description: 'Name of the table, such as `Maps\\MarkerDataTable`.' }),
      start: t.arg.int({ description: 'Number of rows to skip; only with `length`.' }),
      length: t.arg.int({ description: 'Number of rows; absent or negative = all.' }),
      order: t.arg({ type: [MapTableOrder], description: 'What it is sorted by; the first counts.' }),
      search: t.arg.string({ description: 'Text that some column holds, in any case.' }),
      mapId: t.arg.int({ description: 'On this map.' }),
      mashupIds: t.arg.intList({ description: 'On these maps too.' }),
      markerIds: t.arg.intList({ description: 'Only these markers, whatever map and search are.' }),
      withUnapproved: t.arg.boolean({ description: 'Also markers that are not approved; counts for editors of maps only.' }),
      form: t.arg({ type: DescriptionForm, description: '`WRITTEN`: the map editor asks; then editors of maps get those as well.' }),
    },
    ...guard(({ className }: { className?: string }, { site, viewer }) => void readableTable(site, viewer, className ?? '')),
    resolve: async (_root, { order, mapId, mashupIds, withUnapproved, form, ...wish }, { site, viewer }) =>
      await readTable(site, viewer, {
        ...wish,
        mapIds: mapsOf({ mapId, mashupIds }),
        orderColumn: order?.[0]?.column,
        direction: order?.[0]?.dir,
        withHidden: withUnapproved === true || form === 'written',
      }),
  }),
);

import { findReadableTable, readTable, type TablePart } from '#app/domains/maps/table/table.service.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, legacy } from '../compatibility.ts';
import { DescriptionForm } from './fields.ts';
import { getMapIds } from './feature.arguments.ts';

const MapTableOrder = builder.inputType('MapTableOrder', {
  ...legacyOnly('Connections have a fixed order.'),
  description: 'Sort order of a table.',
  fields: (t) => ({
    column: t.int({ description: 'Position of the column, from 0.' }),
    dir: t.string({ description: 'Sort direction: `asc` for ascending; any other string for descending.' }),
  }),
});

const MapTable = builder.objectRef<TablePart>('MapTable').implement({
  ...legacy({ use: 'MapMarkerConnection' }),
  description: 'A part of a table for old table scripts.',
  fields: (t) => ({
    recordsTotal: t.exposeInt('recordsTotal', { description: 'Number of rows without the search.' }),
    recordsFiltered: t.exposeInt('recordsFiltered', { description: 'Number of rows that match the search.' }),
    data: t.expose('rows', {
      type: 'JSON',
      description: 'The rows as lists of strings, in the order of the columns. Some strings are HTML.',
    }),
    meta: t.expose('meta', { type: 'JSON', description: 'The rows as objects by column name.' }),
  }),
});

builder.queryField('mapTable', (t) =>
  t.field({
    type: MapTable,
    ...legacy({ use: 'mapMarkers { totalCount nodes { databaseId title } }' }),
    description: 'Rows of a table of map objects. Error code `maps_invalid_datatable_class`: the name is unknown.',
    args: {
      className: t.arg.string({ required: true, description: 'Name of the table, such as `Maps\\MarkerDataTable`.' }),
      start: t.arg.int({ description: 'Number of rows to skip; only with `length`.' }),
      length: t.arg.int({ description: 'Number of rows; all rows if it is absent or negative.' }),
      order: t.arg({ type: [MapTableOrder], description: 'Sort order. Only the first item is used.' }),
      search: t.arg.string({ description: 'Text that a column has to contain. Case does not matter.' }),
      mapId: t.arg.int({ description: 'Only rows of this map.' }),
      mashupIds: t.arg.intList({ description: 'Also rows of these maps.' }),
      markerIds: t.arg.intList({ description: 'Only these markers. The arguments for maps and search are then ignored.' }),
      withUnapproved: t.arg.boolean({ description: 'Whether to include markers that are not approved; ignored unless you may edit maps.' }),
      form: t.arg({ type: DescriptionForm, description: 'With `WRITTEN`, editors of maps also get markers that are not approved.' }),
    },
    ...guard(({ className }: { className?: string }, { site, viewer }) => void findReadableTable(site, viewer, className ?? '')),
    resolve: async (_root, { order, mapId, mashupIds, withUnapproved, form, ...options }, { site, viewer }) =>
      await readTable(site, viewer, {
        ...options,
        mapIds: getMapIds({ mapId, mashupIds }),
        orderColumn: order?.[0]?.column,
        direction: order?.[0]?.dir,
        withHidden: withUnapproved === true || form === 'written',
      }),
  }),
);

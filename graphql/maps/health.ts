import { resolveCoordinates } from '#app/domains/maps/health.service.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { mapEditors } from './map.mutations.ts';
import { payload } from '../public/payload.ts';

const MapToolResult = builder.simpleObject('MapToolResult', {
  ...legacy({ use: 'ResolveMapCoordinatesPayload' }),
  description: 'Result of a tool.',
  fields: (t) => ({
    success: t.boolean({ description: 'Whether the tool changed anything.' }),
    message: t.string({ nullable: true, description: 'Message about the result; null if no tool was named.' }),
    type: t.string({ nullable: true, description: 'Name of the tool; `unknown` if no tool has this name, and null if no tool was named.' }),
  }),
});

builder.mutationFields((t) => ({
  resolveMapCoordinates: t.field({
    ...payload('count', 'Number of added markers.'),
    type: 'Int',
    nullable: true,
    ...mapEditors,
    description:
      'Adds markers with numeric coordinates to the radius search if they are missing there; returns their number. For editors of maps.',
    resolve: (_root, _args, { site }) => resolveCoordinates(site),
  }),
  runMapTool: t.field({
    type: MapToolResult,
    nullable: true,
    ...mapEditors,
    ...legacy({ use: 'resolveMapCoordinates { count }' }),
    description: 'Runs a tool by name. The only tool is `resolve_coordinates`, which does the same as `resolveMapCoordinates`.',
    args: { tool: t.arg.string({ description: 'Name of the tool.' }) },
    resolve: async (_root, { tool }, { site }) => {
      if (!tool) return { success: false, message: null, type: null };
      if (tool !== 'resolve_coordinates') return { success: false, message: 'There is no such tool.', type: 'unknown' };
      const count = await resolveCoordinates(site);
      const message =
        count === 0 ? 'No marker lacks its coordinates.' : `Coordinates of ${count} ${count === 1 ? 'marker' : 'markers'} resolved.`;
      return { success: count > 0, message, type: tool };
    },
  }),
}));

import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

/** Choices for each part of the appearance. The first choice is the default. */
export const choices = {
  typeface: ['sans', 'serif'],
  header: ['start', 'center'],
  phoneHeader: ['full', 'compact'],
  sidebar: ['none', 'latest'],
  list: ['plain', 'cards'],
  width: ['narrow', 'wide'],
} as const;
export type ChoiceName = keyof typeof choices;
export const choiceNames = Object.keys(choices) as ChoiceName[];

const schema = z.object({
  typeface: z.enum(choices.typeface).default('sans'),
  header: z.enum(choices.header).default('start'),
  phoneHeader: z.enum(choices.phoneHeader).default('full'),
  sidebar: z.enum(choices.sidebar).default('none'),
  list: z.enum(choices.list).default('plain'),
  width: z.enum(choices.width).default('narrow'),
  /** Plain text in the footer. */
  footerText: z.string().max(500).default(''),
  /** IDs of the pages in the menu, in order. */
  menuPages: z.array(z.number().int().positive().max(2_147_483_647)).max(20).default([]),
});
export type Appearance = z.infer<typeof schema>;

export const appearance = setting(
  'appearance',
  schema as unknown as z.ZodType<Appearance>,
  schema.parse({}),
  'Typeface, header, menu, footer and layout of all pages. Edit it at /organize/appearance.',
  'edit_theme_options',
);

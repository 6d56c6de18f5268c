import { integer, text } from '#app/rest/table.ts';
import { context } from './fields.ts';
import { rawText } from './parameters.ts';

const textParameter = () => rawText({ raw: text(), rendered: text() });

/** Parameters of autosaves. Only title, content and excerpt are stored. */
export const listAutosaves = { id: integer(), context };
export const readAutosave = { id: integer(), autosave: integer(), context };
export const saveAutosave = { id: integer(), title: textParameter(), content: textParameter(), excerpt: textParameter() };

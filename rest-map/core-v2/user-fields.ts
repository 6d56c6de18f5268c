import { either, integer, text } from '#app/rest/table.ts';
import { context } from './fields.ts';
import { numberOr, uuidOrBlank } from './parameters.ts';

/** Parameters of single users and their application passwords (docs/behaviour/core-rest.md 6.3 and 10). */
export const readViewer = { context };
export const readUser = { id: integer(), context };

/** An ID, or `me`. `me` becomes null, which means the caller to the domain. */
const userId = numberOr(['me'], either(['integer', 'string'], { phase: 'none' }));

const uuid = text();
const name = text({ required: true, minLength: 1, pattern: '.*\\S.*', phase: 'early' });
const appId = uuidOrBlank({ phase: 'early' });

export const listApplicationPasswords = { user_id: userId, context };
export const createApplicationPassword = { user_id: userId, app_id: appId, name };
export const deleteApplicationPasswords = { user_id: userId };
export const readApplicationPassword = { user_id: userId, uuid, context };
export const editApplicationPassword = { user_id: userId, uuid, name: text({ minLength: 1, pattern: '.*\\S.*', phase: 'early' }), app_id: uuidOrBlank({ phase: 'early', description: 'Has no effect. The app of an application password cannot be changed.' }) };
export const deleteApplicationPassword = { user_id: userId, uuid };
export const introspect = { user_id: userId, context };

import { flag, item, namespace, text, value } from '#app/rest/table.ts';

const progress = {
  chapterId: text({ required: true, description: 'ID of the chapter.' }),
  stepId: text({ required: true, description: 'ID of the step in the chapter.' }),
  completed: flag({ required: true, description: 'Whether the step is completed.' }),
};
const exampleProgress = { chapterId: 'brand-basics', stepId: 'logo-tagline', completed: true };

/** Published REST interface (document 2), "Theme"; behavior: docs/behaviour/cache-compliance-maps-2fa-theme.md 5. */
export default namespace('theme/v1', [
  // methods  path                      parameters  runs             response      options
  ['GET',     '/admin/settings',        {},         'themeSettings', value()],
  ['GET',     '/get-learn-chapters',    {},         'themeChapters', item()],
  ['POST',    '/update-learn-progress', progress,   'themeProgress', item(),       { example: exampleProgress }],
], {
  failures: { theme_forbidden: 'theme_rest_cannot_view' },
});

import { flag, integer, renamed, text, unescaped } from '#app/rest/table.ts';

/** Parameters of `core/v2/settings`; null brings the default back. */
const early = { phase: 'A' } as const;

export const editSettings = {
  title: unescaped({ ...early, description: 'Title of the site.' }),
  description: unescaped({ ...early, description: 'Tagline of the site.' }),
  url: text({ format: 'uri', ...early, description: 'Address of the site; cannot be changed.' }),
  email: text({ format: 'email', ...early, description: "Address of the site's own notices." }),
  timezone: text({ ...early, description: 'IANA name of the time zone.' }),
  date_format: text({ ...early, description: 'How dates are written.' }),
  time_format: text({ ...early, description: 'How times are written.' }),
  start_of_week: integer({ ...early, description: 'First day of the week, 0 = Sunday.' }),
  language: text({ ...early, description: 'Locale of the site.' }),
  use_smilies: flag({ ...early, description: 'Whether smileys of letters are shown as pictures.' }),
  posts_per_page: integer({ ...early, description: 'Posts of a page of lists.' }),
  default_category: integer({ ...early, description: 'Category of posts that name none.' }),
  default_post_format: renamed({ '0': 'standard' }, text({ ...early, description: 'Format of posts that name none; 0 = standard.' })),
  default_comment_status: text({ enum: ['open', 'closed'], ...early, description: 'Whether new content takes comments.' }),
  default_ping_status: text({ enum: ['open', 'closed'], ...early, description: 'Whether new content takes notices.' }),
  show_on_front: text({ enum: ['posts', 'page'], ...early, description: 'What the front page shows.' }),
  page_on_front: integer({ ...early, description: 'Page shown as the front page; 0 = none.' }),
  page_for_posts: integer({ ...early, description: 'Page that lists the posts; 0 = none.' }),
  site_logo: integer({ ...early, description: 'Media id of the logo; 0 = none.' }),
  site_icon: integer({ ...early, description: 'Media id of the icon; 0 = none.' }),
};

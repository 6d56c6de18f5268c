import { flag, integer, text } from '#app/rest/table.ts';
import { unescaped, renamed } from './parameters.ts';

/** Parameters of `core/v2/settings`. Null restores the default. */
const early = { phase: 'A' } as const;

export const editSettings = {
  title: unescaped({ ...early, title: 'Title', description: 'Title of the site.' }),
  description: unescaped({ ...early, title: 'Tagline', description: 'Tagline of the site.' }),
  url: text({ format: 'uri', ...early, title: '', description: 'Address of the site; cannot be changed.' }),
  email: text({ format: 'email', ...early, title: '', description: "Address of the site's own notices." }),
  timezone: text({ ...early, title: '', description: 'IANA name of the time zone.' }),
  date_format: text({ ...early, title: '', description: 'How dates are written.' }),
  time_format: text({ ...early, title: '', description: 'How times are written.' }),
  start_of_week: integer({ ...early, title: '', description: 'First day of the week, 0 = Sunday.' }),
  language: text({ ...early, title: '', description: 'Locale of the site.' }),
  use_smilies: flag({ ...early, title: '', description: 'Whether smileys of letters are shown as pictures.' }),
  posts_per_page: integer({ ...early, title: 'Maximum posts per page', description: 'Posts of a page of lists.' }),
  default_category: integer({ ...early, title: '', description: 'Category of posts that name none.' }),
  default_post_format: renamed({ '0': 'standard' }, text({ ...early, title: '', description: 'Format of posts that name none; 0 = standard.' })),
  default_comment_status: text({ enum: ['open', 'closed'], ...early, title: 'Allow comments on new posts', description: 'Whether new content takes comments.' }),
  default_ping_status: text({ enum: ['open', 'closed'], ...early, title: '', description: 'Whether new content takes notices.' }),
  show_on_front: text({ enum: ['posts', 'page'], ...early, title: 'Show on front', description: 'What the front page shows.' }),
  page_on_front: integer({ ...early, title: 'Page on front', description: 'Page shown as the front page; 0 = none.' }),
  page_for_posts: integer({ ...early, title: '', description: 'Page that lists the posts; 0 = none.' }),
  site_logo: integer({ ...early, title: 'Logo', description: 'Media id of the logo; 0 = none.' }),
  site_icon: integer({ ...early, title: 'Icon', description: 'Media id of the icon; 0 = none.' }),
};

import { flag, integer, text, wordAs } from '#app/rest/table.ts';
import { plainText } from './parameters.ts';

/** Parameters of `core/v2/settings`. Null restores the default. */
const early = { phase: 'early' } as const;

export const editSettings = {
  title: plainText({ ...early, title: 'Title', description: 'Title of the site.' }),
  description: plainText({ ...early, title: 'Tagline', description: 'Tagline of the site.' }),
  url: text({ format: 'uri', ...early, title: '', description: 'URL of the site. Read-only.' }),
  email: text({ format: 'email', ...early, title: '', description: 'Email address for administrative notifications.' }),
  timezone: text({ ...early, title: '', description: 'Time zone of the site, as an IANA name such as Europe/Oslo.' }),
  date_format: text({ ...early, title: '', description: 'Date format, in the notation of PHP.' }),
  time_format: text({ ...early, title: '', description: 'Time format, in the notation of PHP.' }),
  start_of_week: integer({ ...early, title: '', description: 'First day of the week, 0 (Sunday) to 6 (Saturday).' }),
  language: text({ ...early, title: '', description: 'Locale code of the site, such as en_US.' }),
  use_smilies: flag({ ...early, title: '', description: 'Whether text emoticons are displayed as images.' }),
  posts_per_page: integer({ ...early, title: 'Maximum posts per page', description: 'Number of posts per page in lists.' }),
  default_category: integer({ ...early, title: '', description: 'ID of the default category, for posts without a category.' }),
  default_post_format: wordAs({ '0': 'standard' }, { published: text({ ...early, title: '', description: 'Default format of new posts. 0 means standard.' }) }),
  default_comment_status: text({ enum: ['open', 'closed'], ...early, title: 'Allow comments on new posts', description: 'Whether new posts allow comments.' }),
  default_ping_status: text({ enum: ['open', 'closed'], ...early, title: '', description: 'Whether new posts accept pingbacks.' }),
  show_on_front: text({ enum: ['posts', 'page'], ...early, title: 'Show on front', description: 'Content of the front page: the latest posts or a static page.' }),
  page_on_front: integer({ ...early, title: 'Page on front', description: 'ID of the static front page. 0 means none.' }),
  page_for_posts: integer({ ...early, title: '', description: 'ID of the page that lists the posts. 0 means none.' }),
  site_logo: integer({ ...early, title: 'Logo', description: 'Media ID of the site logo. 0 means none.' }),
  site_icon: integer({ ...early, title: 'Icon', description: 'Media ID of the site icon. 0 means none.' }),
};

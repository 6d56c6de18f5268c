import { z } from 'zod';
import { isZone } from '../time/zone.ts';
import { setting } from './setting.ts';

const nonNegativeInteger = z.number().int().min(0);

export const siteName = setting('name', z.string(), 'Marquee', 'Title of the site.');
export const siteDescription = setting('description', z.string(), '', 'Tagline of the site.');
export const adminEmail = setting(
  'admin_email',
  z.union([z.literal(''), z.email()]),
  '',
  'Email address that receives notifications of the site. If empty, the first administrator receives them.',
);
export const timezoneString = setting(
  'timezone_string',
  z.string().refine((v) => v === '' || isZone(v), 'is not a time zone'),
  'UTC',
  'IANA time zone of the site; if empty, `gmt_offset` applies.',
);
export const gmtOffset = setting('gmt_offset', z.number().min(-12).max(14), 0, 'UTC offset in hours if no time zone is set.');
export const showOnFront = setting('show_on_front', z.enum(['posts', 'page']), 'posts', 'Content of the front page.');
export const pageOnFront = setting('page_on_front', nonNegativeInteger, 0, 'ID of the page shown as the front page; 0 for none.');
export const pageForPosts = setting('page_for_posts', nonNegativeInteger, 0, 'ID of the page that lists the posts; 0 for none.');
export const siteLogo = setting('site_logo', nonNegativeInteger, 0, 'Media ID of the logo; 0 for none.');
export const siteIcon = setting('site_icon', nonNegativeInteger, 0, 'Media ID of the icon; 0 for none.');
export const defaultCategory = setting(
  'default_category',
  nonNegativeInteger,
  1,
  'ID of the default category, for posts without a category.',
);
export const defaultCommentStatus = setting('default_comment_status', z.enum(['open', 'closed']), 'open', 'Comment status of new content.');
export const defaultPingStatus = setting('default_ping_status', z.enum(['open', 'closed']), 'open', 'Ping status of new content.');
export const defaultPostFormat = setting(
  'default_post_format',
  z.enum(['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio']),
  'standard',
  'Format of new posts without a format.',
);
export const useSmilies = setting('use_smilies', z.boolean(), true, 'Whether front ends show text smileys such as :-) as pictures.');
export const siteLanguage = setting(
  'language',
  z.string().regex(/^[a-z]{2,3}(_[A-Z]{2})?(_[a-z]+)?$/, 'is not a locale such as en_US'),
  'en_US',
  'Locale of the site.',
);
export const postsPerPage = setting(
  'posts_per_page',
  z.number().int().min(1).max(100),
  10,
  'Number of items on a page if the caller does not specify one.',
);
export const trashDays = setting(
  'trash_days',
  nonNegativeInteger,
  30,
  'Number of days after which content in the trash is deleted permanently.',
);
export const dateFormat = setting('date_format', z.string(), 'F j, Y', 'Format of dates on pages.');
export const timeFormat = setting('time_format', z.string(), 'g:i a', 'Format of times on pages.');
export const startOfWeek = setting('start_of_week', z.number().int().min(0).max(6), 1, 'First day of the week; 0 is Sunday.');

export const demoContent = setting(
  'demo_content',
  z.array(z.string()),
  [],
  'Names of the parts of the demo content that the site contains.',
  null,
);

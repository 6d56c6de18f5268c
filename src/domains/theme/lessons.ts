import { APPEARANCE_PATH } from './path.ts';
import { getPicturePath } from './picture-path.ts';

/** An image that explains a step. */
export interface StepPicture {
  src: string;
  alt: string;
}

/** A step of a lesson. */
export interface LessonStep {
  id: string;
  title: string;
  description: string;
  /** Image that is shown in a dialog. */
  picture?: StepPicture;
  /** Label and target of the button. The path is relative to the site's URL. */
  action: { label: string; path: string };
  /** Always false here: no step requires a paid edition. Absent for most steps, as clients expect. */
  isPro?: boolean;
}

/** A lesson with its steps, in order. */
export interface Lesson {
  id: string;
  title: string;
  description: string;
  /** Path of the documentation, relative to the site's URL. */
  path: string;
  steps: readonly LessonStep[];
}

const declareStep = (
  id: string,
  title: string,
  description: string,
  label: string,
  path: string,
  options: Partial<LessonStep> = {},
): LessonStep => ({
  id,
  title,
  description,
  picture: { src: getPicturePath(id), alt: title },
  action: { label, path },
  ...options,
});

const basicLessons: readonly Lesson[] = [
  {
    id: 'brand-basics',
    title: 'Brand basics',
    description: 'Give the site a name, a face and colors that people know again.',
    path: '/docs/',
    steps: [
      declareStep(
        'logo-tagline',
        'Logo and tagline',
        'Upload a logo and say in a line what the site is about.',
        'Set logo and tagline',
        `${APPEARANCE_PATH}#logo-tagline`,
      ),
      declareStep(
        'style-guide',
        'Style guide',
        'Choose the colors and typefaces that all pages share.',
        'Choose styles',
        `${APPEARANCE_PATH}#style-guide`,
      ),
    ],
  },
  {
    id: 'navigation-header',
    title: 'Navigation and header',
    description: 'Let visitors find events, tickets and news from every page.',
    path: '/docs/',
    steps: [
      declareStep(
        'header-layout',
        'Header layout',
        'Decide where the logo, the menu and the call to action are.',
        'Lay out the header',
        `${APPEARANCE_PATH}#header`,
      ),
      declareStep(
        'organize-menu',
        'Organize the menu',
        'Put the pages that matter most first.',
        'Organize the menu',
        `${APPEARANCE_PATH}#menu`,
      ),
      declareStep(
        'mobile-header',
        'Header on phones',
        'Check what the header shows on a small screen.',
        'Adjust the header',
        `${APPEARANCE_PATH}#header`,
        {
          isPro: false,
        },
      ),
    ],
  },
  {
    id: 'footer-customization',
    title: 'Footer',
    description: 'State who runs the site and link to the information that the law requires.',
    path: '/docs/',
    steps: [
      declareStep(
        'footer-layout',
        'Footer layout',
        'Choose the columns and their content.',
        'Lay out the footer',
        `${APPEARANCE_PATH}#footer`,
      ),
    ],
  },
  {
    id: 'page-layout-settings',
    title: 'Page layout',
    description: 'Decide how wide texts and pictures are.',
    path: '/docs/',
    steps: [
      declareStep(
        'sidebar-layout',
        'Sidebar',
        'Decide which pages have a sidebar, and on which side.',
        'Set the sidebar',
        `${APPEARANCE_PATH}#layout`,
      ),
      declareStep('blog-layout', 'List of posts', 'Choose how lists of posts look.', 'Lay out the list', `${APPEARANCE_PATH}#layout`),
      declareStep('single-page-layout', 'Single page', 'Choose width and title of pages.', 'Lay out pages', `${APPEARANCE_PATH}#layout`),
    ],
  },
];

/** Additional lesson for sites that sell tickets. */
const shopLesson: Lesson = {
  id: 'shop-essentials',
  title: 'Shop essentials',
  description: 'Make it easy to buy a ticket.',
  path: '/docs/',
  steps: [
    declareStep('shop-page', 'List of events', 'Choose how the calendar shows what can be bought.', 'Open the calendar', '/events/'),
    declareStep('product-page', 'Page of an event', 'Check that the tickets are easy to find.', 'Open an event', '/events/list/'),
  ],
};

function declareHomepageLesson(hasFrontPage: boolean): Lesson {
  const { picture: _none, ...editor } = declareStep(
    'homepage-editor',
    'Front page',
    'Write what visitors read first.',
    hasFrontPage ? 'Change the front page' : 'Choose a front page',
    `${APPEARANCE_PATH}#front`,
  );
  return { id: 'edit-homepage', title: 'Front page', description: 'Welcome visitors.', path: '/docs/', steps: [editor] };
}

/** Returns all lessons, in order (docs/behaviour/cache-compliance-maps-2fa-theme.md 5). */
export function listSiteLessons({ sellsTickets, hasFrontPage }: { sellsTickets: boolean; hasFrontPage: boolean }): readonly Lesson[] {
  return [...basicLessons, ...(sellsTickets ? [shopLesson] : []), declareHomepageLesson(hasFrontPage)];
}

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
  /** Label and target of the button; the path is below the site's address. */
  action: { label: string; path: string };
  /** True if a paid edition is required; absent if not applicable. */
  isPro?: boolean;
}

/** A lesson with its steps, in order. */
export interface Lesson {
  id: string;
  title: string;
  description: string;
  /** Path of its documentation, below the site's address. */
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
        'Decide where logo, menu and call to action stand.',
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
        'Check what is left of the header on a small screen.',
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
    description: 'Say who runs the site and where to find what the law demands.',
    path: '/docs/',
    steps: [
      declareStep(
        'footer-layout',
        'Footer layout',
        'Choose columns and what they hold.',
        'Lay out the footer',
        `${APPEARANCE_PATH}#footer`,
      ),
    ],
  },
  {
    id: 'page-layout-settings',
    title: 'Page layout',
    description: 'Decide how much room texts and pictures have.',
    path: '/docs/',
    steps: [
      declareStep(
        'sidebar-layout',
        'Sidebar',
        'Decide on which pages a sidebar stands, and on which side.',
        'Set the sidebar',
        `${APPEARANCE_PATH}#layout`,
      ),
      declareStep('blog-layout', 'List of posts', 'Choose how lists of posts look.', 'Lay out the list', `${APPEARANCE_PATH}#layout`),
      declareStep('single-page-layout', 'Single page', 'Choose width and title of pages.', 'Lay out pages', `${APPEARANCE_PATH}#layout`),
    ],
  },
];

/** Lesson for sites that sell tickets. */
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
export function listSiteLessons({ sells, hasFrontPage }: { sells: boolean; hasFrontPage: boolean }): readonly Lesson[] {
  return [...basicLessons, ...(sells ? [shopLesson] : []), declareHomepageLesson(hasFrontPage)];
}

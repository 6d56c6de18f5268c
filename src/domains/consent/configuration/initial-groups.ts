/** Groups of a new installation, in their order (docs/behaviour/consent-queue-product.md 1). */
export const initialGroups = [
  {
    slug: 'essential',
    name: 'Essential',
    description:
      'Essential services are needed for the basic functioning of the website: they only hold what is technically necessary. You cannot object to them.',
    isEssential: true,
  },
  {
    slug: 'functional',
    name: 'Functional',
    description:
      'Functional services offer more than the bare content, such as maps, videos or nicer fonts. The website works without them, though less well.',
  },
  {
    slug: 'statistics',
    name: 'Statistics',
    description: 'Statistics services count visits and what visitors look at, so that the website can be made better.',
  },
  {
    slug: 'marketing',
    name: 'Marketing',
    description:
      'Marketing services are used by us and others to recognize visitors and to show them what may interest them, also on other websites.',
  },
] as const;

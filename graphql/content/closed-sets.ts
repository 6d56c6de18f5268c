import type { ClosedSet } from '../public/told.ts';

export const openness: ClosedSet = {
  name: 'Openness',
  description: 'Whether readers may add something to a content.',
  values: { open: 'They may.', closed: 'They may not.' },
};

export const mediaTypes: ClosedSet = {
  name: 'MediaType',
  description: 'What a media item is.',
  values: { image: 'An image.', file: 'Every other file.' },
};

export const frontPages: ClosedSet = {
  name: 'FrontPageKind',
  description: 'What the front page shows.',
  values: { posts: 'The newest posts.', page: 'A page.' },
};

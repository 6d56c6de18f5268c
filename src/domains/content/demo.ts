import type { Role } from '#app/domains/identity/auth/roles.ts';
import { createViewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { category, tag } from './terms/taxonomies.ts';
import { createTermIn } from './terms/terms.service.ts';
import { runContentTransaction } from './content.service.ts';
import { createContentIn } from './content.writer.ts';
import { page, post } from './kinds.ts';

interface DemoPost {
  title: string;
  excerpt?: string;
  content: string;
  category: string;
  tags: string[];
  date?: string;
  status?: string;
  sticky?: boolean;
  format?: string;
}

const categories = [
  { name: 'News', description: 'What happens in and around the hall.' },
  { name: 'Backstage', description: 'How a concert comes about.' },
];

const posts: DemoPost[] = [
  {
    title: 'Lantern Hall opens its doors again',
    excerpt: 'After eleven months of sanding, wiring and arguing about chairs, the hall is ready.',
    content:
      'The old floor has been sanded, the balcony has its railing back, and there are 240 seats, every one of them with a view.\n\nWe begin with a weekend of chamber music. On Sunday the doors stay open all day, and coffee is on us.',
    category: 'News',
    tags: ['Opening', 'Chamber music'],
    date: '2026-01-09T10:00:00',
    sticky: true,
  },
  {
    title: 'How we tune a room',
    content:
      'A hall is an instrument too. Before the first rehearsal, Ines Vale walked along every row with a clap board and a notebook.\n\n<!--more-->\n\nThe result: two curtains, a row of bookshelves at the back, and one door that now stays closed. You will hear the difference in the quiet passages.',
    category: 'Backstage',
    tags: ['Acoustics'],
    date: '2026-02-03T09:30:00',
  },
  {
    title: 'Six strings, three evenings',
    excerpt: 'A small guitar festival in April.',
    content:
      '<!-- wp:paragraph -->\n<p>Three evenings, six players, one stage: our first guitar festival runs from 16 to 18 April.</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:list -->\n<ul><li>Thursday: baroque</li><li>Friday: new works</li><li>Saturday: whatever the players like</li></ul>\n<!-- /wp:list -->',
    category: 'News',
    tags: ['Guitar', 'Festival'],
    date: '2026-03-01T12:00:00',
  },
  {
    title: 'A note on late arrivals',
    content:
      'Doors close when the music begins. Latecomers wait in the foyer and are let in at the first applause, usually within ten minutes.',
    category: 'News',
    tags: [],
    date: '2026-03-15T08:00:00',
    format: 'aside',
  },
  {
    title: 'What the lights remember',
    content:
      'Our lighting desk is older than most of the people who use it. Tomas Ruhl, who has run it for nineteen years, shows how a cue is written.',
    category: 'Backstage',
    tags: ['Stage'],
    status: 'draft',
  },
];

const pages = [
  {
    title: 'About the hall',
    content:
      "Lantern Hall was a warehouse for ship's lamps until 1931. Today it is a concert hall with 240 seats, run by eleven people and a great many friends.",
  },
  {
    title: 'Getting here',
    content:
      'Tram 4 stops at the door. There are bicycle stands in the yard and two parking spaces for guests who need them. All rooms can be reached without stairs.',
  },
];

/** Creates a few posts, pages, categories and tags of a small concert hall, for `DEMO_DATA=small`. Call it once on an empty site. */
export async function seedDemoPosts(site: Site, authorId: number): Promise<void> {
  const author = await site.db.prisma.user.findUniqueOrThrow({ where: { id: authorId } });
  const viewer = createViewer({ ...author, role: author.role as Role, extraCapabilities: {} }, 'password');
  await runContentTransaction(site, async (tx) => {
    const ids = new Map<string, number>();
    for (const term of categories) ids.set(term.name, (await createTermIn(tx, category, term)).id);
    for (const name of new Set(posts.flatMap(({ tags }) => tags))) ids.set(name, (await createTermIn(tx, tag, { name })).id);
    const findIds = (names: readonly string[]) => names.flatMap((name) => ids.get(name) ?? []);
    for (const { category: categoryName, tags, ...texts } of posts) {
      await createContentIn(site, tx, viewer, post, {
        status: 'publish',
        ...texts,
        terms: { category: findIds([categoryName]), post_tag: findIds(tags) },
      });
    }
    for (const texts of pages) await createContentIn(site, tx, viewer, page, { ...texts, status: 'publish' });
  });
}

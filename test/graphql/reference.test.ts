import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import { findChangeFaults, renderChangesPage, findChangesSince } from '../../src/cli/reference/changes.ts';

const before = buildSchema('type Query { event(id: ID!): Event posts: Int } type Event { name: String! start: String }');

it('The schema check reports breaking changes until they are accepted, but not additions', async () => {
  const changes = await findChangesSince(
    before,
    buildSchema('type Query { event(id: ID!): Event posts: Int venues: [Venue!] } type Venue { name: String } type Event { name: String }'),
  );
  const faults = findChangeFaults(changes, {});
  expect(faults).toEqual([
    expect.stringMatching(/^breaks clients: .*start.* was removed/),
    expect.stringMatching(/^breaks clients: .*name.* changed type/),
  ]);
  const accepted = Object.fromEntries(changes.breaking.map(({ message }) => [message, 'Nobody asked for it.']));
  expect(findChangeFaults(changes, accepted)).toEqual([]);
  expect(findChangeFaults({ breaking: [] }, accepted)).toHaveLength(2);
  const page = renderChangesPage(changes, accepted);
  expect(page).toContain("was removed from object type 'Event' (Nobody asked for it.)");
  expect(page).toContain('- `Venue`: ');
  expect(page).not.toContain('- `Venue.name`');
});

import { expect, it } from 'vitest';
import { breakingChanges, printedFaults, printedFiles } from '../../src/cli/print.ts';

it('The printed files are those that the code prints: `npm run print` writes them', async () => {
  expect(printedFaults(await printedFiles())).toEqual([]);
});

it('The public GraphQL schema breaks nothing that was released, but what graphql/accepted-changes.json says', async () => {
  expect(await breakingChanges()).toEqual([]);
});

it('A file that differs is told with the place', () => {
  const [fault] = printedFaults(new Map([['docs/rest/site-index.md', '# Another title\n']])).filter((one) =>
    one.startsWith('docs/rest/site-index.md'),
  );
  expect(fault).toMatch(/^docs\/rest\/site-index\.md: differs at line 1\n {4}- # Site index\n/);
});

it('A file that is missing is told', () => {
  expect(printedFaults(new Map([['docs/rest/none.md', '']]))).toContain('docs/rest/none.md: missing');
});

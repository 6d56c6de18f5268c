import { expect, it } from 'vitest';
import { printedFaults } from '../../src/cli/print.ts';

// that the printed files are current, and break nothing released, is `npm run check:printed`

it('A file that differs is told with the place', () => {
  const [fault] = printedFaults(new Map([['docs/rest/site-index.md', '# Another title\n']])).filter((one) =>
    one.startsWith('docs/rest/site-index.md'),
  );
  expect(fault).toMatch(/^docs\/rest\/site-index\.md: differs at line 1\n {4}- # Site index\n/);
});

it('A file that is missing is told', () => {
  expect(printedFaults(new Map([['docs/rest/none.md', '']]))).toContain('docs/rest/none.md: missing');
});

import { expect, it } from 'vitest';
import { findPrintedFaults } from '../../src/cli/print.ts';

// `npm run check:printed` checks that the printed files are current and break nothing released

it('A changed file is reported with the line', () => {
  const [fault] = findPrintedFaults(new Map([['docs/rest/site-index.md', '# Another title\n']])).filter((fault) =>
    fault.startsWith('docs/rest/site-index.md'),
  );
  expect(fault).toMatch(/^docs\/rest\/site-index\.md: differs at line 1\n {4}- # Site index\n/);
});

it('A missing file is reported', () => {
  expect(findPrintedFaults(new Map([['docs/rest/none.md', '']]))).toContain('docs/rest/none.md: missing');
});

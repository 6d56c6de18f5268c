import { readLine, runCommand } from './command.ts';
import { countForbidden, lowerCeilings } from './language/glossary.ts';
import { proseFaults } from './language/prose.ts';
import { codeLines, commentLines, descriptions, documentLines, messages } from './language/sources.ts';

const usage = `Usage: npm run check:language              exit with 1 if the prose linter finds something or a forbidden word is used more often than its ceiling
       npm run check:language -- --list     list every use of a forbidden word
       npm run check:language -- --lower    lower the ceilings to today's numbers`;

process.exitCode = await runCommand(usage, process.argv.slice(2), async (line) => {
  const { values } = readLine(line, { list: { type: 'boolean', default: false }, lower: { type: 'boolean', default: false } });
  const code = codeLines();
  const prose = [...documentLines(), ...descriptions(), ...messages()];
  const counts = countForbidden({ code, comments: commentLines(code), prose });
  if (values.lower) lowerCeilings(counts);
  for (const { words, use, scope, ceiling, found } of counts) {
    process.stdout.write(`${String(found.length).padStart(5)} of ${ceiling}  ${scope.padEnd(8)} ${words} → ${use}\n`);
    if (values.list) process.stdout.write(found.map((one) => `        ${one}\n`).join(''));
  }
  const faults = counts
    .filter(({ found, ceiling }) => !values.lower && found.length > ceiling)
    .map(
      ({ words, use, scope, found, ceiling }) =>
        `${scope}: "${words}" is used ${found.length} times, ${ceiling} are allowed; use ${use}. \`npm run check:language -- --list\` shows where.`,
    );
  faults.push(...proseFaults(prose));
  if (faults.length > 0) process.stderr.write(`${faults.join('\n')}\n`);
  return faults.length === 0 ? 0 : 1;
});

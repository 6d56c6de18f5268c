import { readLine, runCommand } from './command.ts';
import { findForbidden } from './language/glossary.ts';
import { proseFaults } from './language/prose.ts';
import { codeLines, commentLines, descriptions, documentLines, messages } from './language/sources.ts';

const usage =
  'Usage: npm run check:language    exit with 1 if the prose linter finds a fault, or if a word is used that the glossary replaces';

process.exitCode = await runCommand(usage, process.argv.slice(2), (line) => {
  readLine(line, {});
  const code = codeLines();
  const prose = [...documentLines(), ...descriptions(), ...messages()];
  const faults = findForbidden({ code, comments: commentLines(code), prose }).flatMap(({ words, use, scope, uses }) =>
    uses.map(
      (passage) =>
        `${passage}\n    ${scope}: "${words}"; use ${use}. Correct uses are listed in \`allowed\` of src/cli/language/forbidden.json.`,
    ),
  );
  faults.push(...proseFaults(prose));
  if (faults.length > 0) process.stderr.write(`${faults.join('\n')}\n`);
  return faults.length === 0 ? 0 : 1;
});

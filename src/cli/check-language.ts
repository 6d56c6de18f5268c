import { parseArguments, runCommand } from './command.ts';
import { findForbidden } from './language/glossary.ts';
import { findProseFaults } from './language/prose.ts';
import { readCodeLines, findCommentLines, readDescriptions, readDocumentLines, readMessages } from './language/sources.ts';

const usage =
  'Usage: npm run check:language    exit with 1 if the prose linter finds a fault, or if a word is used that the glossary replaces';

process.exitCode = await runCommand(usage, process.argv.slice(2), (args) => {
  parseArguments(args, {});
  const code = readCodeLines();
  const prose = [...readDocumentLines(), ...readDescriptions(), ...readMessages()];
  const faults = findForbidden({ code, comments: findCommentLines(code), prose }).flatMap(({ words, use, scope, uses }) =>
    uses.map(
      (passage) =>
        `${passage}\n    ${scope}: "${words}"; use ${use}. Correct uses are listed in \`allowed\` of src/cli/language/forbidden.json.`,
    ),
  );
  faults.push(...findProseFaults(prose));
  if (faults.length > 0) process.stderr.write(`${faults.join('\n')}\n`);
  return faults.length === 0 ? 0 : 1;
});

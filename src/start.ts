import { existsSync } from 'node:fs';
import { BUILT_ENTRY, isBuildCurrent } from './build/record.ts';

// Entry point of `npm start` and of the image. Loads the built service, which takes two thirds of the time and less memory, because it consists of
// few files instead of 3,900. Ignores a build of other sources, so that changed files always apply.
const isCurrent = isBuildCurrent();
if (isCurrent || existsSync(new URL('generated', import.meta.url))) await import(isCurrent ? BUILT_ENTRY : './main.ts');
else {
  process.stderr.write('Nothing is built here: the generated files are missing. Run `npm ci`, then `npm start`.\n');
  process.exitCode = 1;
}

import { existsSync } from 'node:fs';
import { BUILT_ENTRY, isBuildCurrent } from './build/record.ts';

// The program of `npm start` and of the image. The build loads in two thirds of the time and needs less memory, because it has few files instead of 3,900. A
// build of other sources is ignored, so that changed files always apply.
const isCurrent = isBuildCurrent();
if (isCurrent || existsSync(new URL('generated', import.meta.url))) await import(isCurrent ? BUILT_ENTRY : './main.ts');
else {
  process.stderr.write('Nothing is built here: the generated files are missing. Run `npm ci`, then `npm start`.\n');
  process.exitCode = 1;
}

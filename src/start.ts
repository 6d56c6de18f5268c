import { existsSync } from 'node:fs';
import { BUILT_ENTRY, isBuildCurrent } from './build/record.ts';

// What `npm start` and the image run. The build loads in two thirds of the time and takes less memory: few files instead of 3,900. A build of
// other sources is passed over, so that nobody who changes a file has to think of it.
const isCurrent = isBuildCurrent();
if (isCurrent || existsSync(new URL('generated', import.meta.url))) await import(isCurrent ? BUILT_ENTRY : './main.ts');
else {
  process.stderr.write('Nothing is built here: the generated files are missing. Run `npm ci`, then `npm start`.\n');
  process.exitCode = 1;
}

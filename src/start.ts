import { BUILT_ENTRY, isBuildCurrent } from './build/record.ts';

// What `npm start` and the image run. The build loads in two thirds of the time and takes less memory: few files instead of 3,900. A build of
// other sources is passed over, so that nobody who changes a file has to think of it.
await import(isBuildCurrent() ? BUILT_ENTRY : './main.ts');

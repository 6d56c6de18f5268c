import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Imported before the service: when the process ends, the file named by NOTED_PACKAGES says which packages it has loaded modules of.
const packages = new Set<string>();
registerHooks({
  load(url, context, nextLoad) {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? [];
    if (name !== undefined) packages.add(name);
    return nextLoad(url, context);
  },
});
process.on('exit', () => {
  // the Fetch API inside Node; `undici` alone is the package
  if ((process as { moduleLoadList?: string[] }).moduleLoadList?.some((name) => name.endsWith('/undici'))) packages.add('node:undici');
  writeFileSync(process.env['NOTED_PACKAGES'] ?? '', JSON.stringify([...packages]));
});

import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Imported before the service. When the process ends, writes the names of the packages whose modules were loaded to the file NOTED_PACKAGES.
const packages = new Set<string>();
registerHooks({
  load(url, context, nextLoad) {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? [];
    if (name !== undefined) packages.add(name);
    return nextLoad(url, context);
  },
});
process.on('exit', () => {
  // Node has its own copy of the Fetch API; only `undici` is the package
  if ((process as { moduleLoadList?: string[] }).moduleLoadList?.some((name) => name.endsWith('/undici'))) packages.add('node:undici');
  writeFileSync(process.env['NOTED_PACKAGES'] ?? '', JSON.stringify([...packages]));
});

import { pathToFileURL } from 'node:url';

/*
 * Runs commands of the project one after the other in one process, as `node commands.ts <script> …`: each once for help, and once with
 * invalid arguments. Prints the output and exit code of each script as one line of JSON.
 */

const print = process.stdout.write.bind(process.stdout);
let output = '';
for (const stream of [process.stdout, process.stderr])
  stream.write = (chunk: unknown) => {
    output += String(chunk);
    return true;
  };
// a command ends its process as its last action
process.exit = ((code: number) => void (process.exitCode = code)) as typeof process.exit;

const scripts = process.argv.slice(2);
for (const script of scripts) {
  const report: Record<string, [typeof process.exitCode, string]> = {};
  for (const [name, argument] of Object.entries({ help: script.includes('admin') ? 'help' : '--help', invalid: '--colour' })) {
    output = '';
    process.exitCode = undefined;
    process.argv.splice(2, Infinity, argument);
    // a different URL each time, so that the module runs again
    await import(`${pathToFileURL(script).href}?${name}`);
    report[name] = [process.exitCode, output];
  }
  print(`${JSON.stringify({ script, ...report })}\n`);
}
process.exitCode = 0;

import { pathToFileURL } from 'node:url';

/*
 * Runs commands of the project one after the other in one process, as `node commands.ts <script> …`: each once for help, and once with
 * invalid arguments. Prints the output and exit code of each script as one line of JSON.
 */

const print = process.stdout.write.bind(process.stdout);
let said = '';
for (const stream of [process.stdout, process.stderr])
  stream.write = (chunk: unknown) => {
    said += String(chunk);
    return true;
  };
// a command ends its process as its last action
process.exit = ((code: number) => void (process.exitCode = code)) as typeof process.exit;

const scripts = process.argv.slice(2);
for (const script of scripts) {
  const told: Record<string, [typeof process.exitCode, string]> = {};
  for (const [name, word] of Object.entries({ asked: script.includes('admin') ? 'help' : '--help', misused: '--colour' })) {
    said = '';
    process.exitCode = undefined;
    process.argv.splice(2, Infinity, word);
    // another URL each time, so that the module runs again
    await import(`${pathToFileURL(script).href}?${name}`);
    told[name] = [process.exitCode, said];
  }
  print(`${JSON.stringify({ script, ...told })}\n`);
}
process.exitCode = 0;

import { pathToFileURL } from 'node:url';

/*
 * Runs commands of the project one after the other in one process, which ends by itself as each of them would: `node commands.ts <script> …`. Each
 * is asked for help, then misused; what it says and its exit code are printed as JSON, a line for each script.
 */

const print = process.stdout.write.bind(process.stdout);
let said = '';
for (const stream of [process.stdout, process.stderr])
  stream.write = (chunk: unknown) => {
    said += String(chunk);
    return true;
  };
// where a command ends the process that is the last thing it does
process.exit = ((code: number) => void (process.exitCode = code)) as typeof process.exit;

const scripts = process.argv.slice(2);
for (const script of scripts) {
  const told: Record<string, [typeof process.exitCode, string]> = {};
  for (const [name, word] of Object.entries({ asked: script.includes('admin') ? 'help' : '--help', misused: '--colour' })) {
    said = '';
    process.exitCode = undefined;
    process.argv.splice(2, Infinity, word);
    // another address each time, so that it runs again
    await import(`${pathToFileURL(script).href}?${name}`);
    told[name] = [process.exitCode, said];
  }
  print(`${JSON.stringify({ script, ...told })}\n`);
}
process.exitCode = 0;

import { wordsOrStack } from './cli/failure-words.ts';
import { readConfig } from './config.ts';
import { isTalkative } from './welcome.ts';

// Said before the service is read, which takes a moment: nobody wonders whether anything happens.
try {
  const config = readConfig();
  if (isTalkative(config)) process.stdout.write('Marquee is starting …\n');
  const { startService } = await import('./service.ts');
  await startService(config);
} catch (error) {
  process.stderr.write(`${wordsOrStack(error)}\n`);
  process.exit(1);
}

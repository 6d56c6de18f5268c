/** How long a stop may take beyond the delay for balancers before another signal ends the process at once. */
const GRACE_MS = 10_000;

/**
 * Calls `stop` at the first SIGTERM or SIGINT. Further ones, such as those of npm and of a process group, are ignored until `delaySeconds` and ten
 * more have passed; one that comes later ends the process with code 1.
 */
export function onStopSignal(delaySeconds: number, stop: () => void): void {
  let firstAt: number | undefined;
  const receive = () => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      stop();
    } else if (performance.now() - firstAt > delaySeconds * 1000 + GRACE_MS) process.exit(1);
  };
  process.on('SIGTERM', receive);
  process.on('SIGINT', receive);
}

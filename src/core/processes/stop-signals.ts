/** Maximum duration of a stop, in addition to the delay for load balancers. After that, another signal ends the process immediately. */
const GRACE_MS = 10_000;

/**
 * Calls `stop` at the first SIGTERM or SIGINT. Ignores further signals, such as those of npm and of a process group, until `delaySeconds` and ten more have
 * passed. A later signal ends the process with code 1.
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

/** Time that a stop may take after the delay for load balancers. If it takes longer, another signal ends the process immediately. */
const GRACE_MS = 10_000;

/**
 * Calls `stop` at the first SIGTERM or SIGINT. Ignores further signals, such as those of npm and of a process group, until `delaySeconds` and another
 * ten seconds have passed. A signal after that ends the process with code 1.
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

// A service loads this file with `--import`. It measures the longest time for which the event loop was blocked. It measures CPU time, which other
// programs on the machine do not affect. On SIGUSR2, it prints the longest block since the last signal in milliseconds.
let longest = 0;
let last = process.threadCpuUsage();

setInterval(() => {
  const { user, system } = process.threadCpuUsage(last);
  last = process.threadCpuUsage();
  longest = Math.max(longest, (user + system) / 1000);
}, 1);

process.on('SIGUSR2', () => {
  // waits for the next tick, which includes the CPU time since the last tick
  setTimeout(() => {
    process.stdout.write(`longest block ${longest.toFixed(1)}\n`);
    longest = 0;
  }, 5);
});

// Loaded into a service by `--import`. Measures the longest block of the event loop in CPU time, which other programs on the machine do not
// affect. On SIGUSR2, prints the longest block since the last signal in milliseconds.
let longest = 0;
let last = process.threadCpuUsage();

setInterval(() => {
  const { user, system } = process.threadCpuUsage(last);
  last = process.threadCpuUsage();
  longest = Math.max(longest, (user + system) / 1000);
}, 1);

process.on('SIGUSR2', () => {
  // CPU time since the last tick counts for the next one
  setTimeout(() => {
    process.stdout.write(`longest block ${longest.toFixed(1)}\n`);
    longest = 0;
  }, 5);
});

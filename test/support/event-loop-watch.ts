// Loaded into a service by `--import`: measures how long it works without letting others in, as time of its own processor, which other programs
// on the machine do not lengthen. At SIGUSR2 it prints the longest such time in milliseconds since the last one.
let longest = 0;
let last = process.threadCpuUsage();

setInterval(() => {
  const { user, system } = process.threadCpuUsage(last);
  last = process.threadCpuUsage();
  longest = Math.max(longest, (user + system) / 1000);
}, 1);

process.on('SIGUSR2', () => {
  // what ran since the last tick counts in the next one
  setTimeout(() => {
    process.stdout.write(`longest block ${longest.toFixed(1)}\n`);
    longest = 0;
  }, 5);
});

import { ForksPoolWorker, type PoolOptions, type PoolRunnerInitializer, type WorkerRequest } from 'vitest/node';

/** Worker processes that run a number of files each and then end: what stays in memory of one file after the other stays bounded. */
export function replacedForks(filesPerWorker: number): PoolRunnerInitializer {
  const name = 'replaced-forks';
  class ReplacedFork extends ForksPoolWorker {
    override name = name;
    private files = 0;

    override send(message: WorkerRequest): void {
      if (message.type === 'run') this.files += 1;
      super.send(message);
    }

    canReuse(): boolean {
      return this.files < filesPerWorker;
    }
  }
  return { name, createPoolWorker: (options: PoolOptions) => new ReplacedFork(options) };
}

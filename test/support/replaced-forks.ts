import { ForksPoolWorker, type PoolOptions, type PoolRunnerInitializer, type WorkerRequest } from 'vitest/node';

/** Creates worker processes that end after a number of files, so that memory growth from file to file stays bounded. */
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

import { ForksPoolWorker, type PoolOptions, type PoolRunnerInitializer, type WorkerRequest } from 'vitest/node';

/** Returns a pool whose worker processes end after a number of test files, so that their memory does not grow without limit. */
export function createReplacedForks(filesPerWorker: number): PoolRunnerInitializer {
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

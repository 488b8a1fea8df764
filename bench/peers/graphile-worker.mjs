// graphile-worker: a task that inserts three results; with its local queue and batched completion, which are its fastest.
import { Logger, WorkerPreset, makeWorkerUtils, run } from 'graphile-worker';
import { connectionString, count, createResults, finished, jobs, ready, saveResults, setting } from './measure.mjs';

const logger = new Logger(() => () => {});
const utils = await makeWorkerUtils({ connectionString, logger });
await utils.migrate();
await createResults();
for (let i = 0; i < jobs; i += 1000) {
  await utils.addJobs(
    Array.from({ length: Math.min(1000, jobs - i) }, (_, n) => ({ identifier: 'job', payload: { id: i + n } })));
}
await ready();
await run({
  preset: {
    extends: [WorkerPreset],
    worker: {
      connectionString,
      concurrentJobs: setting('CONCURRENT_JOBS', 24),
      maxPoolSize: 25,
      pollInterval: 2000,
      localQueue: { size: setting('LOCAL_QUEUE', 500) },
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
      logger,
    },
  },
  taskList: {
    job: async payload => {
      await saveResults(payload.id);
      finished();
    },
  },
});
await count();

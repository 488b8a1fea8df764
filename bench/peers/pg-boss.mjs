// pg-boss: batches of jobs, each of which inserts three results; a full batch is followed by the next at once.
import * as pgBoss from 'pg-boss';
import { connectionString, count, createResults, finished, jobs, ready, saveResults, setting } from './measure.mjs';

const PgBoss = pgBoss.PgBoss ?? pgBoss.default;
const boss = new PgBoss({ connectionString, max: 20, supervise: false, schedule: false });
boss.on('error', error => console.log('error', error.message));
await boss.start();
await boss.createQueue('job');
await createResults();
for (let i = 0; i < jobs; i += 1000) {
  await boss.insert('job', Array.from({ length: Math.min(1000, jobs - i) }, (_, n) => ({ data: { id: i + n } })));
}
await ready();
await boss.work(
  'job',
  {
    batchSize: setting('BATCH_SIZE', 100),
    localConcurrency: setting('LOCAL_CONCURRENCY', 4),
    pollingIntervalSeconds: 0.5,
    burstWhenBatchFull: true,
  },
  async batch => {
    await Promise.all(batch.map(job => saveResults(job.data.id)));
    finished(batch.length);
  });
await count();

// What the peers on Node have in common; the same as Measure.java.
import pg from 'pg';

const [jobs, warmUpMillis, millis] = process.argv.slice(2).map(Number);
export { jobs };
export const connectionString = process.env.BENCH_URL;
export const setting = (name, usual) => Number(process.env[name] ?? usual);

const results = new pg.Pool({ connectionString, max: 24 });
let done = 0;

export async function createResults() {
  await results.query(
    'create table peer_result (job_id text not null, task text not null, result jsonb not null, primary key (job_id, task))');
}

// The three durable results of a job: an insert and a commit each.
export async function saveResults(job) {
  for (let step = 0; step < 3; step++) {
    await results.query({
      name: 'save',
      text: 'insert into peer_result values ($1, $2, $3) on conflict do nothing',
      values: [String(job), 's' + step, '{"ok":1}'],
    });
  }
}

export async function ready() {
  await results.query('vacuum analyze');
  await results.query('checkpoint');
}

export function finished(count = 1) {
  done += count;
}

const sleep = wait => new Promise(resolve => setTimeout(resolve, wait));

export async function count() {
  const patience = performance.now() + 30_000;
  while (done === 0 && performance.now() < patience) await sleep(5);
  if (done === 0) {
    console.log('it did nothing in 30 s');
    process.exit(1);
  }
  await sleep(warmUpMillis);
  const before = done;
  const begin = performance.now();
  await sleep(millis);
  const counted = done - before;
  const seconds = (performance.now() - begin) / 1000;
  if (done >= jobs) {
    console.log('it ran out of jobs: the backlog must be larger');
    process.exit(1);
  }
  console.log(`RESULT ${(counted / seconds).toFixed(1)} ${before + counted}`);
  process.exit(0);
}

import { parentPort, workerData } from 'node:worker_threads';

/* A thread that sends one body several times at once. */

const { url, cookie, body, times } = workerData as {
  url: string;
  cookie: string;
  body: string;
  times: number;
};
const bytes = Buffer.from(body);
const headers = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
const statuses = await Promise.all(
  Array.from({ length: times }, async () => {
    const answer = await fetch(url, { method: 'POST', headers, body: bytes });
    await answer.text();
    return answer.status;
  }),
);
parentPort?.postMessage(statuses);

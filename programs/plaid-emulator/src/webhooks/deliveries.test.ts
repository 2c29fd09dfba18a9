import { afterEach, beforeEach, expect, test } from 'vitest';
import Fastify from 'fastify';
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../storage/database.ts';
import {
  insertDelivery,
  listDeliveries,
  nextDueAtMs,
  takeDueDelivery,
} from '../storage/webhook-deliveries.ts';
import { startWebhookReceiver } from '../test-support/webhook-receiver.ts';
import { type Deliveries, startDeliveries } from './deliveries.ts';

let database: DatabaseSync;
let running: Deliveries[];
beforeEach(() => {
  database = openDatabase(':memory:');
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((deliveries) => deliveries.stop()));
  database.close();
});

function start(firstPauseMs = 10, deadlineMs?: number): Deliveries {
  const { log } = Fastify();
  const signedAt = () => new Date('2026-06-10T19:00:00Z');
  const deliveries = startDeliveries({ database, signedAt, firstPauseMs, deadlineMs, log });
  running.push(deliveries);
  return deliveries;
}

const body = JSON.stringify({
  webhook_type: 'ITEM',
  webhook_code: 'LOGIN_REPAIRED',
  item_id: 'item',
  environment: 'sandbox',
});
const send = (url: string) => insertDelivery(database, { url, body }, Date.now());
const isEmpty = () => nextDueAtMs(database) === null;
const patience = { timeout: 20_000, interval: 10 };

test('retries without a 200 after growing pauses until success; follows no redirect', async () => {
  const elsewhere = await startWebhookReceiver();
  const arrivals: number[] = [];
  const receiver = await startWebhookReceiver((response, count) => {
    arrivals.push(performance.now());
    if (count === 1) response.writeHead(500);
    if (count === 2) response.writeHead(302, { location: elsewhere.url });
    if (count === 3) response.writeHead(204);
    response.end();
  });
  send(receiver.url);
  start(30);
  await expect.poll(isEmpty, patience).toBe(true);
  expect(receiver.received.map(({ text }) => text)).toEqual([body, body, body, body]);
  expect(elsewhere.received).toEqual([]);
  const [first = 0, second = 0, third = 0, fourth = 0] = arrivals;
  expect(second - first).toBeGreaterThanOrEqual(29);
  expect(third - second).toBeGreaterThanOrEqual(119);
  expect(fourth - third).toBeGreaterThanOrEqual(479);
});

test('an absent receiver is given up after seven attempts', async () => {
  send('http://127.0.0.1:1/nobody');
  start(0);
  await expect.poll(isEmpty, patience).toBe(true);
});

test('a receiver that hangs gets until the deadline and delays no other', async () => {
  const hanging = await startWebhookReceiver((response, count) => {
    if (count > 1) response.end();
  });
  const quick = await startWebhookReceiver();
  send(hanging.url);
  send(quick.url);
  start(0, 2000);
  await quick.waitFor('LOGIN_REPAIRED');
  expect(hanging.received.length).toBeLessThan(2);
  await expect.poll(isEmpty, patience).toBe(true);
  expect(hanging.received).toHaveLength(2);
  const [, tried] = listDeliveries(database, null);
  expect(tried?.endedAttempts.map(({ status, error }) => error ?? status)).toEqual([
    'no answer within 2 s',
    200,
  ]);
});

test('attempts aborted at the end are due at once for the next process and do not count', async () => {
  const receiver = await startWebhookReceiver((response, count) => {
    if (count > 1) response.end();
  });
  send(receiver.url);
  const first = start();
  await receiver.waitFor('LOGIN_REPAIRED');
  const before = performance.now();
  await first.stop();
  expect(performance.now() - before).toBeLessThan(5000);
  expect(takeDueDelivery(database, Date.now(), 0)).toMatchObject({ attempts: 1 });

  start();
  await receiver.waitFor('LOGIN_REPAIRED', 2);
  await expect.poll(isEmpty, patience).toBe(true);
});

test('of two processes on one file only one sends', async () => {
  const receiver = await startWebhookReceiver();
  for (let count = 0; count < 20; count += 1) send(receiver.url);
  start();
  start();
  await expect.poll(isEmpty, patience).toBe(true);
  expect(receiver.received).toHaveLength(20);
});

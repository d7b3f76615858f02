import { startApp, type TestApp } from './support/app/app.js';
import { store } from './support/data/rows.js';
import { SystemClock } from '../src/context/system-clock.js';
import { JobsService } from '../src/jobs/jobs.service.js';
import { MessageUpkeepService } from '../src/modules/messages/message-upkeep.service.js';
import { DelivererService } from '../src/modules/webhooks/deliverer.service.js';

const second = 1000;
const hour = 3600 * second;

let app: TestApp;
const now = Date.now();
beforeAll(async () => {
  app = await startApp();
  await app.get(JobsService).onModuleDestroy();
  jest.spyOn(app.get(SystemClock), 'now').mockImplementation(() => now);
});
afterAll(() => app.close());

const at = (milliseconds: number): string => app.get(SystemClock).at(milliseconds);

/** The number of waiting rows, and the age of the oldest one in seconds. */
async function gauges(name: string): Promise<(number | undefined)[]> {
  const { text } = await app.http.get('/metrics').expect(200);
  return [`${name}_waiting`, `${name}_oldest_waiting_seconds`].map((gauge) => {
    const value = new RegExp(`^${gauge} (\\S+)$`, 'm').exec(text)?.[1];
    return value === undefined ? undefined : Number(value);
  });
}

it('/metrics has the number of messages that are due or wait for a retry, and the age of the oldest', async () => {
  await app.get(MessageUpkeepService).measure();
  expect(await gauges('messages')).toEqual([0, 0]);
  const message = (CreatedAt: number, more: object): object => ({
    ...{ Kind: 'AppointmentMade', Channel: 'Mail', ContactId: null, AgentId: null, UserId: null, Values: {} },
    ...{ Record: 'Appointment', RecordId: '1', Recipient: '', State: 'Pending', Tries: 0, LastError: '', Resends: 0 },
    ...{ CreatedAt: at(CreatedAt), GiveUpAt: at(72 * hour), NextTryAt: null, SentAt: null },
    ...{ OnceKey: null, WayOutHash: null, ...more },
  });
  await store(app, 'Message', [
    message(-60 * second, { NextTryAt: at(-second) }),
    message(-2 * hour, { NextTryAt: at(hour), Tries: 5 }),
    // The backlog does not count messages that wait for the end of quiet hours, are sent or have failed.
    message(-9 * hour, { NextTryAt: at(hour) }),
    message(-24 * hour, { State: 'Sent', Tries: 1 }),
    message(-24 * hour, { State: 'Failed', Tries: 3 }),
  ]);
  await app.get(MessageUpkeepService).measure();
  expect(await gauges('messages')).toEqual([2, 7200]);
});

it('/metrics has the number of events that wait for an active webhook, and the age of the oldest', async () => {
  await app.get(DelivererService).measure();
  expect(await gauges('webhook_deliveries')).toEqual([0, 0]);
  const webhook = (WebhookId: number, Active: boolean): object => ({
    ...{ WebhookId, Url: 'https://crm.example.com/', Events: [], Active, FailingSince: null, LastError: '' },
    CreatedAt: at(0),
  });
  await store(app, 'Webhook', [webhook(1, true), webhook(2, false)]);
  const delivery = (WebhookId: number, CreatedAt: number, State: string): object => ({
    ...{ WebhookId, EventId: 'e'.repeat(32), Type: 'contact.created', Subject: 'Contact 1', Payload: '{}', State },
    ...{ Tries: 0, Status: 0, LastError: '', CreatedAt: at(CreatedAt), NextTryAt: at(hour), DeliveredAt: null },
  });
  await store(app, 'WebhookDelivery', [
    delivery(1, -30 * second, 'Pending'),
    delivery(1, -90 * second, 'Pending'),
    delivery(1, -hour, 'Delivered'),
    delivery(2, -2 * hour, 'Pending'),
  ]);
  await app.get(DelivererService).measure();
  expect(await gauges('webhook_deliveries')).toEqual([2, 90]);
});

import { dataFrom, inOneTab, type QueueState, type Schemas } from 'agency-operations-client';
import { client } from './client.js';
import { fill, find, messageOf } from './page.js';

type Visit = Schemas['QueueEntry'];
/** What the tab that follows the queue sends to the other tabs. */
type News = { queue?: Visit[]; state?: QueueState };
const states = ['waiting', 'called', 'being served'];

let following = new AbortController();

export function openQueue(): void {
  offerLocations().catch(showFailure);
}

export function closeQueue(): void {
  following.abort();
}

/** Offers the locations of the user, and follows the queue of the chosen one. */
async function offerLocations(): Promise<void> {
  const { Locations } = await dataFrom(client.GET('/v1/Locations'));
  const select = find('#queue-section select', HTMLSelectElement);
  select.replaceChildren(...Locations.map(({ LocationId, Name }) => new Option(Name, LocationId)));
  select.onchange = () => void follow(select.value).catch(showFailure);
  if (select.value) await follow(select.value);
}

/** Shows the queue of a location, now and after each change, until another location is chosen. */
async function follow(LocationId: string): Promise<void> {
  closeQueue();
  following = new AbortController();
  await inOneTab<News>({
    name: `queue ${LocationId}`,
    signal: following.signal,
    async follow(send, ending) {
      let news: News = {};
      const tell = (more: News): void => send((news = { ...news, ...more }));
      const queues = client.queue(LocationId, ending, (state) => tell({ state }));
      for await (const queue of queues) tell({ queue });
    },
    receive({ queue, state }) {
      if (state) showState(state);
      if (queue) fill(find('#queue', HTMLOListElement), queue.map(lineOf));
    },
  });
}

const showLive = (text: string): string => (find('#live', HTMLOutputElement).textContent = text);
const showFailure = (error: unknown): string => showLive(messageOf(error));

function showState({ live, since }: QueueState): void {
  const time = since.toLocaleTimeString();
  showLive(live ? `Live since ${time}.` : `No connection since ${time}. The queue may have changed.`);
}

function lineOf({ Ticket, CustomerName, LineName, Status, WaitTime, StationName }: Visit): string {
  const detail = Status === 0 ? `${WaitTime} min` : StationName;
  return `${Ticket} ${CustomerName}: ${LineName}, ${states[Status]}, ${detail}`;
}

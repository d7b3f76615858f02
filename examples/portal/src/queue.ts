import { dataFrom } from 'agency-operations-client';
import { client } from './client.js';
import { fill, find, onSend } from './page.js';

const states = ['waiting', 'called', 'being served'];
let following = new AbortController();

export function stopQueue(): void {
  following.abort();
}

/** Shows the queue of a location, now and after each change, until another one is chosen. */
async function follow(LocationId: string): Promise<void> {
  stopQueue();
  following = new AbortController();
  for await (const queue of client.queue(LocationId, following.signal)) {
    const lines = queue.map(({ CustomerName, LineName, Status, WaitTime, StationName }) => {
      const detail = Status === 0 ? `${WaitTime} min` : StationName;
      return `${CustomerName}: ${LineName}, ${states[Status]}, ${detail}`;
    });
    fill(find('#queue', HTMLOListElement), lines);
  }
}

/** Offers the open stations, and follows the queue at the chosen one. */
export async function offerStations(): Promise<void> {
  const select = find('#call select', HTMLSelectElement);
  const { Locations } = await dataFrom(client.GET('/v1/Locations'));
  const query = { Open: true, orderBy: 'Name' };
  const { Stations } = await dataFrom(client.GET('/v1/Stations', { params: { query } }));
  const options = Locations.flatMap(({ LocationId, Name }) =>
    Stations.filter((station) => station.LocationId === LocationId).map((station) => {
      const option = new Option(`${Name}, ${station.Name}`, station.StationId);
      option.dataset.location = LocationId;
      return option;
    }),
  );
  select.replaceChildren(...options);
  const followChosen = (): void => {
    const { location } = select.selectedOptions[0]?.dataset ?? {};
    // The queue ends when another station is chosen or the user signs out.
    if (location) follow(location).catch(() => undefined);
  };
  select.onchange = followChosen;
  followChosen();
}

onSend('#call', async (values) => {
  const body = { StationId: String(values.get('StationId')) };
  const [called] = (await dataFrom(client.POST('/v1/CustomerCheckins/CallNext', { body }))).Queue;
  return called ? `Called: ${called.CustomerName}.` : 'No customer is waiting.';
});

import { createAgencyClient, dataFrom, inOneTab, type QueueState, type Schemas } from 'agency-operations-client';
import { baseUrl, client } from './client.js';
import { fill, find, messageOf, onSend, show } from './page.js';

type Visit = Schemas['QueueEntry'];
/** What the tab that follows the queue sends to the other tabs. */
type News = { queue?: Visit[]; state?: QueueState };
const states = ['waiting', 'called', 'being served'];
const oneVisit = '/v1/CustomerCheckins/{Id}';
/** Key in sessionStorage of the station, so that each tab keeps its own after a reload. */
const stationKey = 'agency.station';

let stations: Schemas['Station'][] = [];
/** The station at which this page works, and the visit there. */
let desk: Schemas['Station'] | undefined;
let current: Visit | undefined;
let following = new AbortController();

export function openReception(): void {
  offerStations().catch(showFailure);
}

export function closeReception(): void {
  following.abort();
}

/** Offers the open stations, and follows the queue at the chosen one. */
async function offerStations(): Promise<void> {
  const { Locations } = await dataFrom(client.GET('/v1/Locations'));
  const query = { Open: true, orderBy: 'Name' };
  stations = (await dataFrom(client.GET('/v1/Stations', { params: { query } }))).Stations;
  const select = find('#call select', HTMLSelectElement);
  const chosen = sessionStorage.getItem(stationKey);
  const options = Locations.flatMap(({ LocationId, Name }) =>
    stations
      .filter((station) => station.LocationId === LocationId)
      .map((station) => new Option(`${Name}, ${station.Name}`, station.StationId, false, station.StationId === chosen)),
  );
  select.replaceChildren(...options);
  select.onchange = () => {
    sessionStorage.setItem(stationKey, select.value);
    void follow(select.value).catch(showFailure);
  };
  await follow(select.value);
}

/** Shows the queue at a station, now and after each change, until another station is chosen. */
async function follow(StationId: string): Promise<void> {
  closeReception();
  following = new AbortController();
  const { signal } = following;
  desk = stations.find((station) => station.StationId === StationId);
  if (!desk) return;
  const { LocationId } = desk;
  const query = { filters: { LocationId, Active: true } };
  const { Lines } = await dataFrom(client.GET('/v1/Lines', { params: { query } }));
  for (const select of document.querySelectorAll<HTMLSelectElement>('#reception [name=LineId]'))
    select.replaceChildren(...Lines.map(({ Id, Name }) => new Option(Name, Id)));
  await inOneTab<News>({
    name: `queue ${LocationId}`,
    signal,
    async follow(send, ending) {
      let news: News = {};
      const tell = (more: News): void => send((news = { ...news, ...more }));
      const queues = client.queue(LocationId, ending, (state) => tell({ state }));
      for await (const queue of queues) tell({ queue });
    },
    receive({ queue, state }) {
      if (state) showState(state);
      if (!queue) return;
      fill(find('#queue', HTMLOListElement), queue.map(lineOf));
      showCurrent(queue.find((visit) => visit.StationId === StationId && visit.Status > 0));
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

/** Shows the visit at this desk, with the actions that its state allows. */
function showCurrent(visit: Visit | undefined): void {
  current = visit;
  show('#visit', Boolean(visit));
  if (!visit) return;
  find('#visit h3', HTMLHeadingElement).textContent = `${visit.Ticket} ${visit.CustomerName}, ${states[visit.Status]}`;
  for (const action of ['again', 'serve', 'noShow']) show(`#visit [value=${action}]`, visit.Status === 1);
}

onSend('#call', async () => {
  if (!desk) return 'No station is open.';
  const body = { StationId: desk.StationId };
  const [called] = (await dataFrom(client.POST('/v1/CustomerCheckins/CallNext', { body }))).Queue;
  return called ? `Called: ${called.Ticket} ${called.CustomerName}.` : 'No customer waits for this station.';
});

/** What a desk does with its visit. The live queue shows the result. */
onSend('#visit', async (values) => {
  if (!desk || !current) return '';
  const params = { path: { Id: current.Id } };
  const change = (body: Schemas['CustomerCheckins']) => dataFrom(client.POST(oneVisit, { params, body }));
  const action = values.get('Action');
  if (action === 'serve') await change({ Status: 2 });
  if (action === 'finish') await change({ Status: 3 });
  if (action === 'noShow') await change({ Status: 4 });
  if (action === 'forward') await change({ LineId: String(values.get('LineId')) });
  if (action === 'again') {
    const back = client.POST(oneVisit, { params, body: { Status: 0 } });
    await dataFrom(back);
    // Another desk can call the customer in between: then the ETag is another one, and this call fails.
    const header = { 'If-Match': (await back).response.headers.get('ETag')! };
    const body = { Status: 1, StationId: desk.StationId } as const;
    await dataFrom(client.POST(oneVisit, { params: { ...params, header }, body }));
  }
  return '';
});

/** The desk's way to check in: staff find the customer, and choose the line. */
onSend('#customers', async (values) => {
  if (!desk) return 'No station is open.';
  const query = { LocationId: desk.LocationId, Search: String(values.get('Search')) };
  const { Customers } = await dataFrom(client.GET('/v1/CustomerCheckins/Customers', { params: { query } }));
  const buttons = Customers.map(({ CustomerId, CustomerName, PhoneEnding }) => {
    const button = document.createElement('button');
    button.name = 'CustomerId';
    button.value = CustomerId;
    button.textContent = `Check in ${CustomerName}, …${PhoneEnding}`;
    return button;
  });
  fill(find('#check-in ul', HTMLUListElement), buttons);
  show('#check-in', buttons.length > 0);
  return buttons.length > 0 ? '' : 'No customer was found.';
});

onSend('#check-in', async (values) => {
  const visit = { CustomerId: String(values.get('CustomerId')), LineId: String(values.get('LineId')) };
  await dataFrom(client.POST('/v1/CustomerCheckins', { body: { ...visit, LocationId: desk!.LocationId } }));
  return 'The customer is checked in.';
});

/**
 * The kiosk's way: customers check in by themselves, with telephone number and last name. The device has the key of its
 * location, and no user; an Administrator can try it without a key.
 */
onSend('#kiosk', async (values, form) => {
  const given = (name: string): string => String(values.get(name));
  const kiosk = given('Key') ? createAgencyClient({ baseUrl, apiKey: given('Key') }) : client;
  const who = { Phone: given('Phone'), LastName: given('LastName'), LineId: given('LineId') };
  const body = { ...who, LocationId: desk!.LocationId };
  const { Ticket, Position, WaitTime } = await dataFrom(kiosk.POST('/v1/CustomerCheckins/SelfCheckin', { body }));
  for (const name of ['Phone', 'LastName']) (form.elements.namedItem(name) as HTMLInputElement).value = '';
  return `Ticket ${Ticket}: place ${Position}, about ${WaitTime} min.`;
});

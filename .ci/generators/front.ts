// Calls the same list with the same filter through each generated client, and through openapi-react-query with the typed
// client. Prints the states of the contacts that each found.
import { QueryClient } from '@tanstack/react-query';
import { createAgencyClient } from 'agency-operations-client';
import createClient from 'openapi-fetch';
import createQueryClient from 'openapi-react-query';
import { listContacts as byHeyApi } from './generated/hey-api/index';
import type { paths } from './generated/openapi-typescript';
import { listContacts as byOrval, type ListContactsParams } from './generated/orval';

const [baseUrl = '', apiKey = ''] = process.argv.slice(2);
const headers = { 'X-Api-Key': apiKey };
const query = { take: 50, orderBy: 'ContactId', filters: { StateIn: 'TX,NM' } };

async function byOpenApiTypescript() {
  const client = createClient<paths>({
    baseUrl,
    headers,
    querySerializer: { object: { style: 'form', explode: true } },
  });
  return (await client.GET('/v1/Contacts', { params: { query } })).data?.Contacts;
}

function byReactQuery() {
  const api = createQueryClient(createAgencyClient({ baseUrl, apiKey }));
  const filters = { StateIn: ['TX', 'NM'] };
  const options = api.queryOptions('get', '/v1/Contacts', { params: { query: { ...query, filters } } });
  return new QueryClient().fetchQuery(options).then(({ Contacts }) => Contacts);
}

async function byOrvalsFetch() {
  const params = { take: 50, orderBy: 'ContactId', StateIn: 'TX,NM' } as ListContactsParams;
  const { data } = await byOrval(params, { headers });
  return 'Contacts' in data ? data.Contacts : undefined;
}

const lists = {
  'openapi-typescript': await byOpenApiTypescript(),
  'hey-api': (await byHeyApi({ baseUrl, headers, query })).data?.Contacts,
  orval: await byOrvalsFetch(),
  'openapi-react-query': await byReactQuery(),
};
const ids = Object.values(lists).map((list) => JSON.stringify(list?.map(({ ContactId }) => ContactId)));
for (const [generator, list] of Object.entries(lists))
  console.log(generator, list?.length, [...new Set(list?.map(({ State }) => State))].sort());
const states = new Set(lists['hey-api']?.map(({ State }) => State));
const isFiltered = states.size > 0 && [...states].every((state) => state === 'TX' || state === 'NM');
if (!isFiltered || new Set(ids).size !== 1) throw new Error('The clients do not find the same filtered contacts.');
process.exit();

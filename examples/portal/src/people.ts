import { dataFrom, type Schemas } from 'agency-operations-client';
import { client } from './client.js';
import { fill, find, onSend, show } from './page.js';

type Import = Schemas['ListedImport'];

let preview: Import | undefined;

/** Uploads a file with people, and shows what an import would do. Nothing is written yet. */
onSend('#people', async (values) => {
  show('#run', false);
  const progress = find('#people progress', HTMLProgressElement);
  const dates = values.get('Dates') as 'mdy' | 'dmy' | '';
  preview = await client.previewImport(values.get('File') as File, {
    ...(dates && { Dates: dates }),
    onProgress: (sent, total) => (progress.value = sent / total),
  });
  const { Columns, ImportId, Invalid } = preview;
  const params = { path: { ImportId }, query: { take: 100, filters: { MessageIsNull: false } } };
  const { Rows } = await dataFrom(client.GET('/v1/Imports/{ImportId}/Rows', { params }));
  const columns = Columns.map(({ Column, Field }) => `${Column}: ${Field || 'left alone'}`);
  fill(find('#columns', HTMLUListElement), columns);
  const problems = Rows.map(({ Line, Message }) => `Line ${Line}: ${Message}`);
  fill(find('#problems', HTMLUListElement), problems);
  show('#run', Invalid === 0 && preview.Rows > 0);
  return preview.Rows > 0 ? countsOf(preview) : 'The file has no lines below its titles.';
});

/** Imports the whole file, or nothing. Doubtful lines are left out. */
onSend('#run', async () => {
  const params = { path: { ImportId: preview!.ImportId } };
  const { Imports } = await dataFrom(client.POST('/v1/Imports/{ImportId}/Run', { params, body: {} }));
  return `Done. ${countsOf(Imports[0]!)}`;
});

function countsOf({ Rows, Inserted, Updated, Doubtful, Invalid }: Import): string {
  return `${Rows} lines: ${Inserted} new, ${Updated} changed, ${Doubtful} doubtful, ${Invalid} with errors.`;
}

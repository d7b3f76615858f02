import { dataFrom, type Schemas } from 'agency-operations-client';
import { client } from './client.js';
import { clearMessages, fill, find, onSend, show } from './page.js';

type Import = Schemas['ListedImport'];

let preview: Import | undefined;

/** A preview of another file, or with another choice, counts no longer. */
function forget(): void {
  preview = undefined;
  show('#run', false);
  clearMessages(find('#run', HTMLFormElement));
  for (const id of ['#columns', '#problems']) fill(find(id, HTMLUListElement), []);
  find('#people progress', HTMLProgressElement).value = 0;
}
find('#people', HTMLFormElement).addEventListener('input', forget);

/** Uploads a file with people, and shows what an import would do. Nothing is written yet. */
onSend('#people', async (values) => {
  forget();
  const progress = find('#people progress', HTMLProgressElement);
  const dates = values.get('Dates') as 'mdy' | 'dmy' | '';
  preview = await client.previewImport(values.get('File') as File, {
    ...(dates && { Dates: dates }),
    onProgress: (sent, total) => (progress.value = sent / total),
  });
  const { Columns, ImportId, Invalid } = preview;
  const params = { path: { ImportId }, query: { take: 100, filters: { MessageIsNull: false } } };
  const { Rows } = await dataFrom(client.GET('/v1/Imports/{ImportId}/Rows', { params }));
  const titles = await titlesOfFields(preview.Into);
  const columns = Columns.map(({ Column, Field }) => `${Column}: ${titles.get(Field) ?? 'left alone'}`);
  fill(find('#columns', HTMLUListElement), columns);
  const problems = Rows.map(({ Line, Message }) => `Line ${Line}: ${Message}`);
  fill(find('#problems', HTMLUListElement), problems);
  show('#run', Invalid === 0 && preview.Rows > 0);
  if (preview.Rows === 0) return 'The file has no lines below its titles.';
  return Invalid === 0 ? countsOf(preview) : `${countsOf(preview)} Correct them, and press Preview again.`;
});

/** The fields of contacts in words, as the pages of the service call them. */
async function titlesOfFields(set: string): Promise<ReadonlyMap<string, string>> {
  const { Sets } = await dataFrom(client.GET('/v1/Imports/Sets'));
  const choices = Sets.find(({ Into }) => Into === set)?.Choices ?? [];
  return new Map(choices.map(({ Field, Title }) => [Field, Title || inWords(Field)]));
}

function inWords(field: string): string {
  const [first = '', ...others] = field.split(/_|(?<=[a-z])(?=[A-Z])/);
  return [first, ...others.map((word) => word.toLowerCase())].join(' ');
}

/** Imports the whole file, or nothing. Doubtful lines are left out. */
onSend('#run', async () => {
  const params = { path: { ImportId: preview!.ImportId } };
  const { Imports } = await dataFrom(client.POST('/v1/Imports/{ImportId}/Run', { params, body: {} }));
  // The file can be written only once, so the button goes.
  forget();
  find('#people output', HTMLOutputElement).textContent = `Written to the contacts: ${countsOf(Imports[0]!)}`;
  find('#people button', HTMLButtonElement).focus();
  return '';
});

function countsOf({ Rows, Inserted, Updated, Doubtful, Invalid }: Import): string {
  const lines = Rows === 1 ? '1 line' : `${Rows} lines`;
  return `${lines}: ${Inserted} new, ${Updated} changed, ${Doubtful} doubtful, ${Invalid} with errors.`;
}

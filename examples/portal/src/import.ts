import { dataFrom } from 'agency-operations-client';
import { client } from './client.js';
import { find, messageOf, onSend } from './page.js';

export function offerSets(): void {
  const showFailure = (error: unknown) => (find('#import output', HTMLOutputElement).textContent = messageOf(error));
  readSets().catch(showFailure);
}

/** Offers the record sets that can be imported. */
async function readSets(): Promise<void> {
  const { Sets } = await dataFrom(client.GET('/v1/Sets'));
  const sets = Sets.filter(({ Imported }) => Imported);
  find('#import select', HTMLSelectElement).replaceChildren(...sets.map(({ Set }) => new Option(Set)));
}

onSend('#import', async (values) => {
  const progress = find('#import progress', HTMLProgressElement);
  const file = values.get('File') as File;
  const answer = await client.import(String(values.get('Set')), file, {
    dryRun: values.has('dryRun'),
    onProgress: (sent, total) => (progress.value = sent / total),
  });
  const done = values.has('dryRun') ? 'checked' : 'imported';
  return `${answer.Read} ${done}: ${answer.Inserted} new, ${answer.Updated} changed, ${answer.Unchanged} unchanged.`;
});

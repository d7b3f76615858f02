import { PolicyDocumentDefault } from '../../../modules/policydocs/policy-document-default.entity.js';
import { PolicyDocument } from '../../../modules/policydocs/policy-document.entity.js';
import { RecordType } from '../../../modules/policydocs/record-type.entity.js';
import type { Filling } from '../filling.js';

const everyType = '*';

/** Name, type, and the record types that offer it; those where it is a default end in `!`. */
const documents: readonly [name: string, type: string, offered: readonly string[]][] = [
  ['Privacy notice', 'Disclosure', ['*!']],
  ['Electronic consent', 'Disclosure', ['*']],
  ['Fact finder', 'Form', ['Contact!']],
  ['Client agreement', 'Agreement', ['Contact!', 'Policy']],
  ['Agent contract', 'Agreement', ['Agent!']],
  ['Direct deposit form', 'Form', ['Agent']],
  ['Life application', 'Application', ['Policy!']],
  ['Annuity application', 'Application', ['Policy']],
  ['Replacement notice', 'Disclosure', ['Policy']],
];

/** Record types with their documents; `Project` has those of every type alone. */
export async function fillPolicies(filling: Filling): Promise<void> {
  await filling.put(
    RecordType,
    ['Agent', 'Contact', 'Policy', 'Project'].map((name) => ({ RecordType: name })),
  );
  await filling.put(
    PolicyDocument,
    documents.map(([Name, Type], index) => ({ Id: index + 1, Name, Type })),
  );
  await filling.put(
    PolicyDocumentDefault,
    documents.flatMap(([, , offered], index) =>
      offered.map((text) => ({
        RecordType: text.startsWith(everyType) ? everyType : text.replace('!', ''),
        Id: index + 1,
        IsDefault: text.endsWith('!'),
      })),
    ),
  );
}

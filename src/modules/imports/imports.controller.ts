import { Caller, type Principal } from '../../auth/accounts/principal.js';
import { Conflict, Forbidden, Gone, NotFound, PayloadTooLarge, TooManyRequests } from '../../errors/errors.js';
import { Endpoint, Input, ListQuery, Once, Resource, roles } from '../../http/endpoint/endpoint.js';
import { UploadedForm } from '../../http/endpoint/files.js';
import { Role } from '../../http/endpoint/roles.js';
import type { RunOnce } from '../../http/endpoint/request-context.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import type { ListedImport } from './import.entity.js';
import {
  ImportLinesResponse,
  ImportRequest,
  ImportRowsResponse,
  ImportSetsResponse,
  ImportsResponse,
  type LeftChange,
  LinesRequest,
  OptionsRequest,
  RunRequest,
  UndoRequest,
  UndoResponse,
  UploadOptions,
} from './imports.records.js';
import { ImportsAccessService } from './imports-access.service.js';
import { ImportsService } from './imports.service.js';
import { UndoService } from './undo.service.js';

const example = 'First Name,Last Name,E-mail Address,Home Postal Code\r\nIda,Rhodes,ida@example.com,20742\r\n';
type Named = BoundWith<ImportRequest, 'ImportId'>;

@Resource({
  name: 'Imports',
  title: 'Imports for people',
  order: 21,
  companion: true,
  access: roles(Role.Agent, Role.Administrator),
})
export class ImportsController {
  constructor(
    private readonly imports: ImportsService,
    private readonly undos: UndoService,
    private readonly sets: ImportsAccessService,
  ) {}

  @Endpoint({
    verb: 'GET',
    path: '/v1/Imports',
    response: ImportsResponse,
    summary: 'List imports',
    description:
      'Lists your imports, newest first; Administrators see those of all users, and undo them. An import that an ' +
      'Administrator previews anew or runs becomes their own, because its rows show all records that they see.',
  })
  listImports(@Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { Imports: this.imports.list(caller, options) };
  }

  @Endpoint({
    verb: 'POST',
    path: '/v1/Imports',
    query: UploadOptions,
    response: ImportsResponse,
    file: 'content taken',
    transaction: 'once',
    summary: 'Upload a file to import, and preview it',
    description:
      'Send the file as the body, or in a form with the options as its fields. The file is CSV with commas, ' +
      'semicolons, tabs or bars, in UTF-8, UTF-16 or Windows-1252 (name another encoding in its Content-Type), or a ' +
      'workbook (XLSX), of which the first sheet counts: at most 50,000 rows. Columns are recognised by the names ' +
      'of fields, by the titles of other programs and offices (E-Mail, Zip Code, Apellidos), and by names instead of ' +
      'ids (AgentName, State, District). Full names are divided if no column has first or last names. ' +
      'Agents import contacts and activities in their scope. Nothing is imported ' +
      'before the run. The file is kept encrypted for 30 days. Files are read one after the other, and users take ' +
      'turns; 429 if 8 of your imports are received, wait or run already, or 20 of all users.',
    example: { 'application/octet-stream': example },
    errors: [Conflict, Forbidden, NotFound, PayloadTooLarge, TooManyRequests],
  })
  async uploadImport(
    @Input() options: Bound<UploadOptions>,
    @UploadedForm() form: UploadedForm,
    @Caller() caller: Principal,
  ) {
    return (await this.imports.add(caller, form, options)) as { Imports: ListedImport[] };
  }

  @Endpoint({
    verb: 'GET',
    path: '/v1/Imports/Sets',
    response: ImportSetsResponse,
    summary: 'List the record sets that you may import',
    description:
      'Lists the record sets by name, each with the fields that a column may be mapped to, their titles and groups.',
  })
  listImportSets(@Caller() caller: Principal) {
    return { Sets: this.sets.of(caller) };
  }

  @Endpoint({
    verb: 'GET',
    path: '/v1/Imports/{ImportId}',
    request: ImportRequest,
    response: ImportsResponse,
    summary: 'Read an import',
    description: 'While the import runs, its counts are those of the lines that are done.',
    errors: [NotFound],
  })
  async readImport(@Input() { ImportId }: Named, @Caller() caller: Principal) {
    return { Imports: [await this.imports.read(caller, ImportId)] };
  }

  @Endpoint({
    verb: 'PUT',
    path: '/v1/Imports/{ImportId}',
    request: OptionsRequest,
    response: ImportsResponse,
    transaction: false,
    summary: 'Change the options of an import, and preview it anew',
    description: 'Options that you do not send stay as they are.',
    example: { Options: { Map: {}, Dates: 'mdy' } },
    errors: [Conflict, Forbidden, Gone, NotFound, PayloadTooLarge, TooManyRequests],
  })
  async changeImport(@Input() request: BoundWith<OptionsRequest, 'ImportId'>, @Caller() caller: Principal) {
    return { Imports: [await this.imports.change(caller, request)] };
  }

  @Endpoint({
    verb: 'GET',
    path: '/v1/Imports/{ImportId}/Lines',
    request: LinesRequest,
    response: ImportLinesResponse,
    summary: 'List the lines that an import changes, one row for each',
    description:
      'Lists the lines that have changes, doubts or errors, in their order. Rows has these, filtered by Line.',
    errors: [NotFound],
  })
  async listImportLines(
    @Input() request: BoundWith<LinesRequest, 'ImportId'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    return { Lines: await this.imports.lines(caller, request, options) };
  }

  @Endpoint({
    verb: 'GET',
    path: '/v1/Imports/{ImportId}/Rows',
    request: ImportRequest,
    response: ImportRowsResponse,
    summary: 'List the changes, doubts and errors of an import',
    description:
      'Lists every change, doubt and error in the order of the lines: of the preview, and after a run of the import. ' +
      'Lines that change nothing are left out. A doubt is a possible duplicate, a value that a spreadsheet damaged, ' +
      'or a record that has changed since its export.',
    errors: [NotFound],
  })
  async listImportRows(@Input() { ImportId }: Named, @Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { Rows: await this.imports.rows(caller, ImportId, options) };
  }

  @Endpoint({
    verb: 'POST',
    path: '/v1/Imports/{ImportId}/Run',
    request: RunRequest,
    response: ImportsResponse,
    transaction: 'once',
    summary: 'Run an import',
    description:
      'Imports the whole file in one transaction, or nothing if a line has an error. Doubtful lines are left out ' +
      'unless Doubtful is `take`, or TakeReasons or TakeLines has them. ' +
      '409 with the first ImportId in Meta if you imported the same file before, ' +
      'unless you send Again; 409 too if the preview is Shortened, or the import was undone: preview it anew.',
    errors: [Conflict, Forbidden, Gone, NotFound, PayloadTooLarge, TooManyRequests],
    example: { Doubtful: 'skip' },
  })
  async runImport(
    @Input() request: BoundWith<RunRequest, 'ImportId'>,
    @Caller() caller: Principal,
    @Once() once: RunOnce,
  ) {
    return (await this.imports.run(caller, request, once)) as { Imports: ListedImport[] };
  }

  @Endpoint({
    verb: 'POST',
    path: '/v1/Imports/{ImportId}/Undo',
    request: UndoRequest,
    response: UndoResponse,
    transaction: 'once',
    summary: 'Undo an import',
    description:
      'Takes back what the import did, in one transaction: gives changed fields their former values, and removes ' +
      'added records (contacts become deleted). Fields and records that have changed since stay as they are; ' +
      'LeftBehind lists them. With dryRun, nothing is changed.',
    errors: [Conflict, Forbidden, Gone, NotFound],
    example: { dryRun: true },
  })
  async undoImport(
    @Input() request: BoundWith<UndoRequest, 'ImportId'>,
    @Caller() caller: Principal,
    @Once() once: RunOnce,
  ) {
    return (await this.undos.undo(caller, request, once)) as { Imports: ListedImport[]; LeftBehind: LeftChange[] };
  }
}

import { join } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '../../..');

const controller = (declaration: string, handler: string) => `
import { HandlerResult } from './handler-result.js';
import { Endpoint, Input, ListQuery } from './endpoint.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import { Flag, Int32, ListOf, Text } from '../../record/fields.js';
import type { ListOptions, ListResult, Rows } from '../../record/lists/list-options.js';
import { ResponseRecord, type ResponseStatus, Status } from '../../record/response-status.js';

class Pet {
  @Int32() Id!: number;
  @Text(100) Name!: string;
}
class PetRequest {
  @Int32() Id!: number;
  @Text(100) Kind!: string;
  @ListOf(() => Pet) Pets!: Pet[];
}
class PetFilter {
  @Flag() Tame!: boolean;
}
class PetResponse {
  @ListOf(() => Pet) Pets!: Rows<Pet>;
  @Status() ResponseStatus!: ResponseStatus;
}
class Done extends ResponseRecord {
}
interface Principal { UserId: string }
declare const pet: Pet;
declare const pets: ListResult<Pet>;
declare const find: (id: number) => Promise<Pet>;
declare const Caller: () => ParameterDecorator;
const answer = { response: PetResponse };

export class PetsController {
  @Endpoint({ verb: 'GET', summary: 'Pets', ...answer, ${declaration} })
  ${handler}
}
`;

const one = "path: '/v1/Pets/{Id}', request: PetRequest";
const list = "path: '/v1/Pets', request: PetRequest, query: PetFilter";

const fitting: Record<string, [declaration: string, handler: string]> = {
  'the use of a placeholder without a check for undefined': [
    one,
    "async read(@Input() { Id }: BoundWith<PetRequest, 'Id'>) { return { Pets: [await find(Id)] }; }",
  ],
  'the use of a placeholder of both paths without a check for undefined': [
    "path: '/v1/Pets/{Kind}/{Id}', also: { path: '/v1/Pets/{Id}', id: 'pet', summary: 'Pet' }, request: PetRequest",
    `async read(@Input() { Id, Kind = '' }: BoundWith<PetRequest, 'Id'>) {
      return { Pets: [await find(Id + Kind.length)] };
    }`,
  ],
  'fields and filters that may be undefined': [
    list,
    `list(@Input() { Kind, Tame = true }: Bound<PetRequest & PetFilter>) {
      return { Pets: Kind && Tame ? pets : [] };
    }`,
  ],
  'a handler that takes only the filters': [
    list,
    'list(@Input() { Tame }: Bound<PetFilter>, @ListQuery() _: ListOptions) { return { Pets: Tame ? pets : [] }; }',
  ],
  'other parameters after the input': [
    one,
    `async read(@Input() _: object, @Caller() caller: Principal) {
      return { Pets: [await find(caller.UserId.length)] };
    }`,
  ],
  'any first parameter if the operation has no fields to bind': [
    "path: '/v1/Pets'",
    'list(@Caller() caller: Principal) { return { Pets: caller.UserId ? pets : [] }; }',
  ],
  'a HandlerResult with entries of Meta': [
    one,
    "read() { return new HandlerResult({ Pets: [pet] }, { meta: { Age: '3' } }); }",
  ],
  'an empty result if the response record has only a status': [
    "path: '/v1/Pets', response: Done",
    'async touch() { return {}; }',
  ],
  'filters that name fields of the request record': [`${list}, filters: ['Kind']`, 'list() { return { Pets: pets }; }'],
};

const misfits: Record<string, [declaration: string, handler: string, message: RegExp]> = {
  'an input field that is missing in the request record': [
    one,
    'read(@Input() { Age }: { readonly Id?: number; readonly Age?: number }) { return { Pets: [pet].slice(Age) }; }',
    /'input' are incompatible|'__0' and 'input'/,
  ],
  'an input field of another type': [
    one,
    'read(@Input() { Id }: { readonly Id: string }) { return { Pets: Id ? [pet] : [] }; }',
    /'number' is not assignable to type 'string'/,
  ],
  'the use of a field that may be undefined without a check': [
    list,
    "async read(@Input() { Id }: BoundWith<PetRequest, 'Id'>) { return { Pets: [await find(Id)] }; }",
    /'number \| undefined' is not assignable to type 'number'/,
  ],
  'the use of a placeholder that one path lacks without a check': [
    "path: '/v1/Pets/{Id}', also: { path: '/v1/Pets', id: 'pets', summary: 'Pets' }, request: PetRequest",
    "async read(@Input() { Id }: BoundWith<PetRequest, 'Id'>) { return { Pets: [await find(Id)] }; }",
    /'number \| undefined' is not assignable to type 'number'/,
  ],
  'a filter that the operation does not declare': [
    one,
    'read(@Input() { Tame }: Bound<PetRequest & PetFilter>) { return { Pets: Tame ? [pet] : [] }; }',
    /'unknown' is not assignable to type 'boolean \| undefined'/,
  ],
  'an input that is not the first parameter': [
    one,
    'read(@Caller() caller: Principal, @Input() _: Bound<PetRequest>) { return { Pets: caller.UserId ? [pet] : [] }; }',
    /'1' is not assignable to parameter of type '0'/,
  ],
  'a result without the list': [one, 'read() { return { Pet: pet }; }', /'Pets' is missing/],
  'a result with an undeclared field': [one, 'read() { return { Pets: [pet], Count: 1 }; }', /'Count'/],
  'a HandlerResult with Meta and an undeclared field': [
    one,
    "read() { return new HandlerResult({ Pets: [pet], Count: 1 }, { meta: { Age: '3' } }); }",
    /'Count'/,
  ],
  'a list with rows of another type': [one, 'read() { return { Pets: [{ Id: 1 }] }; }', /'Name' is missing/],
  'a result that is a row instead of the response record': [one, 'read() { return pet; }', /'Pets' is missing/],
  'a handler without a result': [one, 'read() {}', /'void' is not assignable/],
  'a filter that names no field of the request record': [
    `${list}, filters: ['Colour']`,
    'list() { return { Pets: pets }; }',
    /"Colour"/,
  ],
};

describe('the types of a declaration', () => {
  const sources = new Map(
    [...Object.values(fitting), ...Object.values(misfits)].map(([declaration, handler], index) => [
      join(__dirname, `pets-${index}.ts`),
      controller(declaration, handler),
    ]),
  );
  const errors = new Map<string, string>();
  beforeAll(() => {
    const config = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)).config as object;
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    const host = ts.createCompilerHost(options);
    const [fileExists, getSourceFile] = [host.fileExists.bind(host), host.getSourceFile.bind(host)];
    host.fileExists = (path) => sources.has(path) || fileExists(path);
    host.getSourceFile = (path, version, ...more) => {
      const source = sources.get(path);
      return source === undefined
        ? getSourceFile(path, version, ...more)
        : ts.createSourceFile(path, source, version, true);
    };
    const program = ts.createProgram([...sources.keys()], { ...options, noEmit: true }, host);
    for (const path of sources.keys()) {
      const found = ts.getPreEmitDiagnostics(program, program.getSourceFile(path));
      const text = found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')).join('\n');
      errors.set(sources.get(path)!, text);
    }
  });

  it.each(Object.entries(fitting))('the compiler accepts %s', (_, [declaration, handler]) => {
    expect(errors.get(controller(declaration, handler))).toBe('');
  });

  it.each(Object.entries(misfits))('the compiler rejects %s', (_, [declaration, handler, message]) => {
    expect(errors.get(controller(declaration, handler))).toMatch(message);
  });
});

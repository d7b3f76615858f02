import { existsSync, readdirSync } from 'node:fs';
import { defineConfig } from 'eslint/config';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import ts from 'typescript';
import tseslint from 'typescript-eslint';

const modulesFolder = new URL('src/modules/', import.meta.url);
const modules = existsSync(modulesFolder) ? readdirSync(modulesFolder) : [];

/** The files of a module that other modules may import: its services, its module file, and some of its records. */
const shared = [
  ...['**/*.service.ts', '**/*.module.ts'],
  ...[
    'activity/activities.record-set',
    'agents/agent.entity',
    'agents/hand-over/holding',
    'appointments/appointment.entity',
    'contacts/merge/merge-rule',
    'contacts/contact-follower',
    'contacts/contact.entity',
    'files/file-names',
    'files/files.records',
    'history/history.controller',
    'lines/hours',
    'lines/line.entity',
    'lines/location.entity',
    'lines/lines.records',
    'messages/message-subject',
    'lookups/look-up.controller',
  ].map((record) => `**/modules/${record}.ts`),
];

/**
 * The rooms (folders of src/), from the top down. A room imports only rooms below it. The entry files of the service
 * and of the command may import all rooms, and so may `extras/`. Every room may read the list of them in
 * `src/extras.ts`.
 */
const rooms = [
  'cli',
  'modules',
  'auth',
  'http',
  'observability',
  'jobs',
  'sets',
  'demo',
  'database',
  'config',
  '{errors,context}',
  'record',
];

/** The files and folders within some rooms, from the top down. Each imports only those below it. */
const folders = {
  auth: [
    '*.ts',
    'me',
    'guards',
    'users',
    'sign-in',
    'sessions',
    'api-keys',
    'mfa',
    'passwords',
    'throttle',
    'accounts',
  ],
  http: ['*.ts', 'pages', 'openapi', 'server', 'response', 'endpoint', 'body'],
  database: [
    ...['*.module.ts', 'inspection', 'start', 'mysql', 'sqlite', 'db!(*spec).ts'],
    ...['rows', 'lists', 'transactions', 'audit', 'schema', 'encryption', 'driver', 'sql'],
  ],
};

const boundaries = [
  ...Object.entries(folders).flatMap(([room, names]) =>
    names.slice(1).map((name, index) => ({
      target: `./src/${room}/${name.endsWith('.ts') ? name : `${name}/**/!(*spec).ts`}`,
      from: names.slice(0, index + 1).map((above) => `./src/${room}/${above}${above.endsWith('.ts') ? '' : '/**'}`),
      message: 'A folder imports only folders below it.',
    })),
  ),
  ...rooms.slice(1).map((room, index) => ({
    target: `./src/${room}/**/!(*spec).ts`,
    from: ['./src/!(extras).ts', ...rooms.slice(0, index + 1).map((above) => `./src/${above}/**`)],
    message: 'A room imports only rooms below it.',
  })),
  {
    target: ['./src/!(extras).ts', './src/!(extras)/**'],
    from: './src/extras/**',
    message: 'Only src/extras.ts names the extras.',
  },
  {
    target: `./src/{${rooms.slice(2).join(',')}}/**`,
    from: './src/modules/**',
    message: 'A shared room must not import a domain module.',
  },
  ...modules.map((name) => ({
    target: `./src/modules/${name}/**`,
    from: `./src/modules/!(${name})/**`,
    except: shared,
    message: 'Use the exported service of the other module.',
  })),
];

/** Reports look-ups by text in an object literal, which also finds inherited names such as `constructor`. */
const lookedUp = {
  create(context) {
    const { program, esTreeNodeToTSNodeMap: nodes } = context.sourceCode.parserServices;
    const types = program.getTypeChecker();
    const isText = (node) => {
      const type = types.getTypeAtLocation(nodes.get(node));
      return (type.isUnion() ? type.types : [type]).some(({ flags }) => flags & ts.TypeFlags.String);
    };
    const isSpelledOut = (node) => {
      const object = ts.skipOuterExpressions(nodes.get(node));
      const symbol = types.getSymbolAtLocation(object);
      const declared = symbol?.flags & ts.SymbolFlags.Alias ? types.getAliasedSymbol(symbol) : symbol;
      const value = ts.skipOuterExpressions(declared?.valueDeclaration?.initializer ?? object);
      // Allow an object literal that is empty, a copy or has computed names, because the code uses it like a Map.
      const { properties = [] } = ts.isObjectLiteralExpression(value) ? value : {};
      return properties.length > 0 && properties.every(({ name }) => name && !ts.isComputedPropertyName(name));
    };
    const message = 'Every object has a `constructor`: look the text up in a Map instead.';
    return {
      'MemberExpression[computed=true]'(node) {
        if (isText(node.property) && isSpelledOut(node.object)) context.report({ node, message });
      },
      "BinaryExpression[operator='in']"(node) {
        if (isText(node.left) && isSpelledOut(node.right)) context.report({ node, message });
      },
    };
  },
};

const noEnvironment = { regex: '^(node:)?process$', message: 'Only src/config may read the environment.' };
const noHttpErrors = {
  regex: '^@nestjs/common$',
  importNamePattern: 'Exception$',
  message: 'Throw an error of src/errors/errors.ts instead.',
};
const throughDb = 'Use Db of src/database to read and write the database.';
const noTypeorm = { regex: '^(typeorm|@nestjs/typeorm)(/|$)', message: throughDb };
const columnOnly = [
  { regex: '^typeorm$', allowImportNames: ['Column'], message: throughDb },
  { regex: '^(typeorm/|@nestjs/typeorm)', message: throughDb },
];

/** Forbids imports. If several blocks of the configuration fit a file, only the list of the last block applies. */
const forbid = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });

const noBarrels = { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that declares it.' };
const deviceTime = {
  selector: `MemberExpression[property.name=/^(DateTimeFormat|toLocale(Date|Time)String)$/]`,
  message: 'Pages show times by the clock of the office: use officeFormat of office-time.js.',
};
const roleByName = {
  // Report 'Agent' only in calls that take a role, because it is also the name of a record.
  selector: `Literal[value=/^(Worker|Administrator)$/], CallExpression[callee.name='roles'] > Literal,
    CallExpression[callee.property.name='includes'] > Literal[value='Agent'],
    Property[key.name=/^(role|Roles|RoleCode)$/] Literal[value='Agent']`,
  message: 'Use Role of src/http/endpoint/roles.ts.',
};
const unrecorded = {
  selector: "CallExpression[callee.property.name='unrecorded']",
  message: 'Only the demo may leave changes out of the audit.',
};
const noBagOfThings = { selector: 'Program', message: 'Name the file or folder after its content.' };

export default defineConfig(
  // The gate compiles .ci/generators beside the clients that it generates.
  { ignores: ['**/dist/', 'data/', 'coverage/', 'clients/typescript/schema.d.ts', '.ci/generators/'] },
  { linterOptions: { noInlineConfig: true } },
  tseslint.configs.strictTypeChecked,
  {
    plugins: { 'import-x': importX, house: { rules: { 'looked-up': lookedUp } } },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    settings: {
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
      'import-x/resolver-next': [
        createNodeResolver({ extensions: ['.ts', '.js'], extensionAlias: { '.js': ['.ts', '.js'] } }),
      ],
    },
    rules: {
      eqeqeq: 'error',
      // `src/extras.ts` is read with the settings, and loads the extras later.
      'import-x/no-cycle': ['error', { ignoreExternal: true, allowUnsafeDynamicCyclicDependency: true }],
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones: boundaries }],
      'no-restricted-syntax': ['error', noBarrels],
      // The package marks this function as deprecated only to warn. The project uses it for loopback providers.
      '@typescript-eslint/no-deprecated': [
        'error',
        { allow: [{ from: 'package', package: 'openid-client', name: 'allowInsecureRequests' }] },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-extraneous-class': ['error', { allowEmpty: true, allowWithDecorator: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // Allow spreading a record, which is a plain object of a class type, and a text, which gives its code points.
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
    },
  },
  {
    rules: { 'max-len': ['error', { code: 120, ignoreUrls: true }] },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-properties': ['error', { object: 'process', property: 'env', message: noEnvironment.message }],
      ...forbid(noEnvironment, noHttpErrors, noTypeorm),
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: [
      ...['**/*spec.ts', 'src/extras/*/test/**'],
      ...['src/http/endpoint/roles.ts', 'src/database/schema/migrations/**'],
    ],
    rules: { 'no-restricted-syntax': ['error', noBarrels, roleByName, unrecorded] },
  },
  {
    files: ['src/cli/demo/**/*.ts'],
    ignores: ['**/*spec.ts'],
    rules: { 'no-restricted-syntax': ['error', noBarrels, roleByName] },
  },
  {
    files: ['src/**/assets/*.js'],
    ignores: ['src/http/pages/assets/office-time.js'],
    rules: { 'no-restricted-syntax': ['error', noBarrels, deviceTime] },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['**/*spec.ts'],
    rules: { 'house/looked-up': 'error' },
  },
  { files: ['src/**/*.entity.ts'], rules: forbid(noEnvironment, noHttpErrors, ...columnOnly) },
  { files: ['src/{http,auth,extras/openid}/**/*.ts'], rules: forbid(noEnvironment, noTypeorm) },
  { files: ['src/{auth,extras/openid}/**/*.entity.ts'], rules: forbid(noEnvironment, ...columnOnly) },
  { files: ['src/database/**/*.ts', 'src/**/*.migration.ts'], rules: forbid(noEnvironment, noHttpErrors) },
  {
    files: ['src/config/**/*.ts'],
    rules: { 'no-restricted-properties': 'off', ...forbid(noHttpErrors, noTypeorm) },
  },
  {
    // Suites read answers of the running service, which are untyped JSON.
    files: ['**/*spec.ts', 'test/**/*.ts', 'src/extras/*/test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  // The example has packages of its own; its build checks its types.
  { files: ['**/*.{js,mjs}', 'examples/**'], extends: [tseslint.configs.disableTypeChecked] },
  { files: ['**/*.js'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  {
    files: [
      '**/{util,utils,helper,helpers,common}/**',
      '**/{util,utils,helper,helpers,common}.*',
      '**/*.{util,utils,helper,helpers,common}.*',
    ],
    rules: { 'no-restricted-syntax': ['error', noBarrels, noBagOfThings] },
  },
);

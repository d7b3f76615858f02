import { misspelt } from './misspelt.js';

it.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['FEILD_KEY', 'FIELD_KEY'],
  ['JWT_SECRETS', 'JWT_SECRET'],
  ['JWT_SECRET_FIEL', 'JWT_SECRET_FILE'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['OIDCCLIENTID', 'OIDC_CLIENT_ID'],
  ['CORS_ORIGIN', 'CORS_ORIGINS'],
])('reports %s as a misspelt %s', (name, meant) => {
  expect(misspelt({ [name]: 'x' })).toEqual([`${name} is not a setting, so it is ignored. Do you mean ${meant}?`]);
});

it('does not report variables of other programs', () => {
  const others = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'POST',
    'SHELL',
    'USER',
    'DATABASE_PORT',
    'DATABASE_PASSWORD',
    'NODE_PATH',
  ];
  expect(misspelt(Object.fromEntries([...others, 'DATABASE_URL', 'PORT'].map((name) => [name, 'x'])))).toEqual([]);
});

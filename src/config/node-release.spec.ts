import { isOlder, refuseOldNode } from './node-release.js';

const { versions } = process;

afterEach(() => {
  Object.defineProperty(process, 'versions', { value: versions });
  jest.restoreAllMocks();
});

it.each([
  ['20.20.2', true],
  ['22.9.0', true],
  ['22.12.9', true],
  ['22.13.0', false],
  ['24.0.0', false],
])('compares the release %s with 22.13.0 by its numbers', (release, older) => {
  expect(isOlder(release, '22.13.0')).toBe(older);
});

it('ends the process of an old Node with one sentence', () => {
  Object.defineProperty(process, 'versions', { value: { ...versions, node: '20.19.6' } });
  const said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const exit = jest.spyOn(process, 'exit').mockImplementation();
  refuseOldNode();
  expect(exit).toHaveBeenCalledWith(1);
  expect(said.mock.calls).toEqual([[expect.stringMatching(/^This service needs Node 22\.13\.0 or newer; .*\n$/)]]);
});

it('lets the Node of this run pass', () => {
  const exit = jest.spyOn(process, 'exit').mockImplementation();
  refuseOldNode();
  expect(exit).not.toHaveBeenCalled();
});

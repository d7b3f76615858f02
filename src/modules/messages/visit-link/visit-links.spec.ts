import type { Config } from '../../../config/config.js';
import { newGuid } from '../../../record/values/guid.js';
import { VisitLinks } from './visit-links.service.js';

const key = (byte: number): Buffer => Buffer.alloc(32, byte);
const linksWith = (fieldKey: number, ...old: number[]): VisitLinks =>
  new VisitLinks({
    ...{ publicUrl: 'https://agency.example.com', fieldKey: key(fieldKey), fieldKeysOld: old.map(key) },
  } as unknown as Config);
const tokenOf = (links: VisitLinks, visit: string): string => links.urlOf(visit).split('/').at(-1)!;

const links = linksWith(1);
const visit = newGuid();
const token = tokenOf(links, visit);

it('makes a link of 64 characters that proves the visit', () => {
  expect(links.urlOf(visit)).toMatch(/^https:\/\/agency\.example\.com\/visit\/[\w-]{64}$/);
  expect(links.visitOf(token)).toBe(visit);
  expect(tokenOf(links, visit)).toBe(token);
});

it('accepts a token made with a former key, and no token made with another key', () => {
  expect(linksWith(2, 3, 1).visitOf(token)).toBe(visit);
  expect(linksWith(2, 3).visitOf(token)).toBeUndefined();
});

it('refuses a token with a changed character, with another length, or with characters that the decoder skips', () => {
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'A' ? 'B' : 'A';
    expect(links.visitOf(token.slice(0, at) + other + token.slice(at + 1))).toBeUndefined();
  }
  const proof = tokenOf(links, newGuid()).slice(22);
  for (const wrong of [
    '',
    'x',
    token.slice(0, -4),
    `${token}AAAA`,
    `${token}=`,
    ` ${token}`,
    token.slice(0, 22) + proof,
  ])
    expect(links.visitOf(wrong)).toBeUndefined();
});

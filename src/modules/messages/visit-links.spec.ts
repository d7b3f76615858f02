import type { Config } from '../../config/config.js';
import { newGuid } from '../../record/values/guid.js';
import { VisitLinksService } from './visit-links.service.js';

const key = (byte: number): Buffer => Buffer.alloc(32, byte);
const linksWith = (fieldKey: number, ...old: number[]): VisitLinksService =>
  new VisitLinksService({
    ...{ publicUrl: 'https://agency.example.com', fieldKey: key(fieldKey), fieldKeysOld: old.map(key) },
  } as unknown as Config);
interface Visit {
  Id: string;
  CustomerId: string;
}
const tokenOf = (links: VisitLinksService, visit: Visit): string => links.urlOf(visit).split('/').at(-1)!;

const links = linksWith(1);
const visit = { Id: newGuid(), CustomerId: newGuid() };
const token = tokenOf(links, visit);

it('makes a link of 64 characters that opens the visit', () => {
  expect(links.urlOf(visit)).toMatch(/^https:\/\/agency\.example\.com\/visit\/[\w-]{64}$/);
  expect(links.visitIn(token)).toBe(visit.Id);
  expect(links.opens(token, visit)).toBe(true);
  expect(tokenOf(links, visit)).toBe(token);
});

it('opens neither another visit nor the same visit of another customer', () => {
  expect(links.opens(token, { ...visit, Id: newGuid() })).toBe(false);
  expect(links.opens(token, { ...visit, CustomerId: newGuid() })).toBe(false);
});

it('accepts a token made with a former key, and no token made with another key', () => {
  expect(linksWith(2, 3, 1).opens(token, visit)).toBe(true);
  expect(linksWith(2, 3).opens(token, visit)).toBe(false);
});

it('refuses a token with a changed character, with another length, or with characters that the decoder skips', () => {
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'A' ? 'B' : 'A';
    expect(links.opens(token.slice(0, at) + other + token.slice(at + 1), visit)).toBe(false);
  }
  const proof = tokenOf(links, { ...visit, Id: newGuid() }).slice(22);
  expect(links.opens(token.slice(0, 22) + proof, visit)).toBe(false);
  for (const wrong of ['', 'x', token.slice(0, -4), `${token}AAAA`, `${token}=`, ` ${token}`]) {
    expect(links.visitIn(wrong)).toBeUndefined();
    expect(links.opens(wrong, visit)).toBe(false);
  }
});

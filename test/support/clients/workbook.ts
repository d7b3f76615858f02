import { crc32, inflateRawSync } from 'node:zlib';

type Cell = string | number | boolean | Date | undefined;

/** The files of a ZIP archive. Throws for a wrong checksum. */
export function unzipped(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf('PK\u0005\u0006');
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    const bytes = archive.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
    if (crc32(bytes) !== archive.readUInt32LE(at + 16)) throw new Error(`${name} is damaged.`);
    files.set(name, bytes.toString());
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

/** The rows of a workbook's sheets as the values of their cells. */
export function sheetsOf(archive: Buffer): Cell[][][] {
  const files = unzipped(archive);
  return [...files.keys()].filter((name) => name.startsWith('xl/worksheets/')).map((name) => rowsOf(files.get(name)!));
}

export function rowsOf(sheet: string): Cell[][] {
  return [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row]) => {
    const cells: Cell[] = [];
    for (const [, letters, style, content] of row.matchAll(/<c r="([A-Z]+)\d+"(?: s="(\d)")?(.*?)<\/c>/gs))
      cells[columnOf(letters)] = valueOf(content, Number(style));
    return Array.from(cells);
  });
}

function columnOf(letters: string): number {
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function valueOf(content: string, style: number): Cell {
  const text = /<t[^>]*>(.*)<\/t>/s.exec(content)?.[1];
  if (text !== undefined) return plain(text);
  const value = Number(/<v>(.*)<\/v>/.exec(content)![1]);
  if (content.startsWith(' t="b"')) return value === 1;
  return [3, 4, 5].includes(style) ? new Date(Math.round((value - 25_569) * 86_400_000)) : value;
}

function plain(xml: string): string {
  const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
  return xml
    .replace(/&\w+;/g, (entity) => entities[entity])
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

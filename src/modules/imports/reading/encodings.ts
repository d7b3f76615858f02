/** The encodings in which spreadsheets and other programs save files. */
export const encodings = [
  ...['utf-8', 'utf-16le', 'utf-16be', 'windows-1250', 'windows-1251', 'windows-1252', 'windows-1253', 'windows-1254'],
  'macintosh',
];

/** The name of an encoding as `TextDecoder` writes it; undefined for an unknown one. */
export function encodingNamed(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** What a Content-Type header says of a body; a body without a character set is in UTF-8. */
export function readContentType(header = ''): { type: string; isUtf8: boolean } {
  const [type, ...parameters] = header
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  return { type, isUtf8: charset === undefined || /^"?utf-?8"?$/.test(charset) };
}

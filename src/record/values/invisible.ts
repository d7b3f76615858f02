/** Characters without a visible form: ignorable ones, direction marks, and the empty Braille pattern. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800]/u;
const everyInvisible = new RegExp(invisible, 'gu');
/** The joiners and variation selectors, which change the form of visible neighbours in words and emoji. */
const joining = /[\u200C\u200D\u180B-\u180D\u180F\uFE00-\uFE0F\u{E0020}-\u{E007F}\u{E0100}-\u{E01EF}]/u;
const leadingBlanks = /^[\s\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800]+/u;
/**
 * An emoji at the end of a text, with the ignorable characters that belong to it. `+` instead of a count, because the
 * regular expressions of Node 26.10 do not match a counted class of characters beyond U+FFFF.
 */
const lastEmoji = /(?:\p{Emoji}[\uFE0E\uFE0F]|\u{1F3F4}[\u{E0030}-\u{E007A}]+\u{E007F})$/u;
const visible = /[\p{L}\p{N}\p{P}\p{S}\p{Co}\p{Cn}]/u;

const unprintable = new RegExp(`(?!\\n)[\\p{Cc}\\p{Zl}\\p{Zp}]|${invisible.source}`, 'gu');

const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Removes all invisible characters. */
export function withoutInvisible(text: string): string {
  return isPlain.test(text) ? text : text.replaceAll(everyInvisible, '');
}

/** Removes invisible characters, except those that change the form of their neighbours. */
export function withoutMarks(text: string): string {
  if (isPlain.test(text)) return text;
  return text.replaceAll(everyInvisible, (character) => (joining.test(character) ? character : ''));
}

export function hasInvisible(text: string): boolean {
  return !isPlain.test(text) && invisible.test(text);
}

/**
 * Escapes the characters that a terminal obeys or does not show, as `\u001b`. Line breaks and the joiners of words and
 * emoji stay.
 */
export function escaped(text: string): string {
  return text.replaceAll(unprintable, (character) => {
    if (joining.test(character)) return character;
    const code = character.codePointAt(0)!.toString(16);
    return character.length === 1 ? `\\u${code.padStart(4, '0')}` : `\\u{${code}}`;
  });
}

/** Whether the text has a character that a reader sees. */
export function isVisible(text: string): boolean {
  return isPlain.test(text) || visible.test(withoutInvisible(text));
}

/**
 * Removes white space and invisible characters from both ends. An emoji keeps the ignorable characters that belong to
 * it. It walks back over the characters at the end, because a regular expression would need quadratic time there.
 */
export function bareEnds(text: string): string {
  if (isPlain.test(text)) return text;
  let bare = text.replace(leadingBlanks, '').trimEnd();
  while (bare !== '') {
    const character = lastOf(bare);
    if (!invisible.test(character)) break;
    if (joining.test(character) && lastEmoji.test(bare.slice(-20))) break;
    bare = bare.slice(0, -character.length).trimEnd();
  }
  return bare;
}

function lastOf(text: string): string {
  const low = text.charCodeAt(text.length - 1);
  const isPair = low >= 0xdc00 && low <= 0xdfff;
  return isPair ? text.slice(-2) : text.slice(-1);
}

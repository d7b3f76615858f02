import { LosslessNumber } from 'lossless-json';

const usualDepth = 32;
/** Maximum number of values in a JSON text. It allows 500 items of a hundred fields. */
export const mostValues = 50_000;

export class JsonProblem extends SyntaxError {
  /** `at` is the position of the character, from 0. */
  constructor(
    readonly kind: 'form' | 'repeated' | 'deep' | 'many',
    readonly at: number,
  ) {
    super(`${messages[kind]} at position ${at}`);
  }
}

const messages: Record<JsonProblem['kind'], string> = {
  form: 'This is not valid JSON',
  repeated: 'A name appears twice',
  deep: 'The JSON is nested too deeply',
  many: 'The JSON has too many values',
};

/**
 * Parses JSON. A number that a double would change becomes a LosslessNumber, which keeps its text. `depth` is the
 * maximum depth of nesting. Throws JsonProblem.
 */
export function parseExactJson(text: string, depth = usualDepth): unknown {
  return new Reader(text, depth).whole();
}

export function exactNumber(text: string): number | LosslessNumber {
  const number = +text;
  return `${number}` === text ? number : new LosslessNumber(text);
}

const code = (character: string): number => character.charCodeAt(0);
const [quote, backslash, comma, colon] = [code('"'), code('\\'), code(','), code(':')];
const [openObject, closeObject, openList, closeList] = [code('{'), code('}'), code('['), code(']')];
const words = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;

/**
 * A JSON parser that keeps numbers exact and rejects repeated names. JSON.parse cannot do either without a reviver that
 * reads the source of each number. With it, JSON.parse took 1.5 times the processor time for a contact of 70 fields
 * (24 instead of 15 µs), and it still drops repeated names. lossless-json took 1.3 times the time for the contact, 12
 * times for a string of 1 MB, and limits neither depth nor number of values: docs/decisions/json-reader.md.
 */
class Reader {
  private at = 0;
  private values = 0;
  private readonly number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

  constructor(
    private readonly text: string,
    private readonly depth: number,
  ) {}

  whole(): unknown {
    const value = this.value(0);
    if (this.next() !== undefined) throw this.problem();
    return value;
  }

  private value(depth: number): unknown {
    if (++this.values > mostValues) throw this.problem('many');
    switch (this.next()) {
      case quote:
        return this.string();
      case openObject:
        return this.object(this.deeper(depth));
      case openList:
        return this.list(this.deeper(depth));
      default:
        return this.scalar();
    }
  }

  private deeper(depth: number): number {
    if (depth >= this.depth) throw this.problem('deep');
    return depth + 1;
  }

  private object(depth: number): object {
    // Create an object without a prototype, so that a name such as `__proto__` in the text cannot set one.
    const object = Object.create(null) as Record<string, unknown>;
    this.at++;
    if (this.took(closeObject)) return object;
    do {
      if (this.next() !== quote) throw this.problem();
      const start = this.at;
      const name = this.string();
      if (name in object) throw this.problem('repeated', start + 1);
      this.take(colon);
      object[name] = this.value(depth);
    } while (this.took(comma));
    this.take(closeObject);
    return object;
  }

  private list(depth: number): unknown[] {
    const items: unknown[] = [];
    this.at++;
    if (this.took(closeList)) return items;
    do items.push(this.value(depth));
    while (this.took(comma));
    this.take(closeList);
    return items;
  }

  private string(): string {
    const { text, at: start } = this;
    let end = start;
    do {
      end = text.indexOf('"', end + 1);
      if (end < 0) throw this.problem('form', text.length);
    } while (this.isEscaped(end));
    this.at = end + 1;
    const inside = text.slice(start + 1, end);
    if (!/[\\\u0000-\u001f]/.test(inside)) return inside;
    try {
      return JSON.parse(text.slice(start, end + 1)) as string;
    } catch {
      throw this.problem('form', start);
    }
  }

  private isEscaped(end: number): boolean {
    let first = end;
    while (this.text.charCodeAt(first - 1) === backslash) first--;
    return (end - first) % 2 === 1;
  }

  private scalar(): unknown {
    this.number.lastIndex = this.at;
    const [number] = this.number.exec(this.text) ?? [];
    if (number !== undefined) {
      this.at += number.length;
      return exactNumber(number);
    }
    const word = words.find(([name]) => this.text.startsWith(name, this.at));
    if (!word) throw this.problem();
    this.at += word[0].length;
    return word[1];
  }

  private next(): number | undefined {
    for (;;) {
      const found = this.text.charCodeAt(this.at);
      if (found !== 32 && found !== 10 && found !== 13 && found !== 9)
        return this.at < this.text.length ? found : undefined;
      this.at++;
    }
  }

  private took(wanted: number): boolean {
    if (this.next() !== wanted) return false;
    this.at++;
    return true;
  }

  private take(wanted: number): void {
    if (!this.took(wanted)) throw this.problem();
  }

  private problem(kind: JsonProblem['kind'] = 'form', at = this.at): JsonProblem {
    return new JsonProblem(kind, at);
  }
}

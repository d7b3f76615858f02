/** A stream of answers. */
export type Bytes = NonNullable<Response['body']>;

/**
 * Ends a call that nothing has come from for so many milliseconds: a connection that died without a word looks like one
 * on which nothing happens.
 */
export class Silence {
  readonly signal: AbortSignal;
  private readonly ending = new AbortController();
  private timer?: ReturnType<typeof setTimeout>;

  constructor(
    private readonly longest: number,
    signal?: AbortSignal,
  ) {
    this.signal = signal ? AbortSignal.any([signal, this.ending.signal]) : this.ending.signal;
    this.begin();
  }

  begin(): void {
    this.end();
    this.timer = setTimeout(() => this.ending.abort(), this.longest);
  }

  end(): void {
    clearTimeout(this.timer);
  }
}

/** The data of server-sent events, as JSON, until the stream ends. */
export async function* dataOf(stream: Bytes, silence: Silence): AsyncGenerator<unknown, void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) {
    // However long its reader takes for what came, is no silence.
    silence.end();
    const lines = (text + decoder.decode(chunk, { stream: true })).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines.filter((each) => each.startsWith('data: '))) yield JSON.parse(line.slice(6));
    silence.begin();
  }
}

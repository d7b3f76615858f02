/** A stream of bytes. */
export type Bytes = NonNullable<Response['body']>;

/** Aborts a call if no data arrives for `longest` milliseconds, because a dead connection looks like an idle one. */
export class Silence {
  private readonly ending = new AbortController();
  readonly signal = this.ending.signal;
  private timer?: ReturnType<typeof setTimeout>;

  constructor(
    private readonly longest: number,
    outer?: AbortSignal,
  ) {
    outer?.addEventListener('abort', () => this.end(), { signal: this.signal });
    this.begin();
  }

  begin(): void {
    this.pause();
    this.timer = setTimeout(() => this.end(), this.longest);
  }

  pause(): void {
    clearTimeout(this.timer);
  }

  end(): void {
    this.pause();
    this.ending.abort();
  }
}

/** Yields the parsed data of each server-sent event, until the stream ends or no data arrives for too long. */
export async function* dataOf(stream: Bytes, silence: Silence): AsyncGenerator<unknown, void> {
  // Safari and older browsers cannot iterate a stream by `for await`.
  const reader = stream.getReader();
  const cut = (): Promise<void> => reader.cancel().catch(() => undefined);
  silence.signal.addEventListener('abort', () => void cut());
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      silence.begin();
      const { done, value } = await reader.read();
      // Do not count the time in which the consumer handles the event.
      silence.pause();
      if (done) return;
      const lines = (text + decoder.decode(value, { stream: true })).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines.filter((each) => each.startsWith('data: '))) yield JSON.parse(line.slice(6));
    }
  } finally {
    await cut();
  }
}

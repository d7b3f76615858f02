/** A stream of bytes. */
export type Bytes = NonNullable<Response['body']>;

/**
 * Ends a call after so many milliseconds without data, because a dead connection looks the same as an idle one.
 */
export class Silence {
  private readonly ending = new AbortController();
  /** Aborted at the end. */
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

/** The data of server-sent events, as JSON, until the stream or the silence ends. */
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
      // The time that the consumer needs does not count as silence.
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

type Json = Record<string, unknown>;

/** The examples of records in requests and responses, as shared components. */
export class Examples {
  private readonly values = new Map<string, Json>();

  /** Adds an example, and returns the member `examples` of a media type that refers to it. */
  add(name: string, value: unknown): Json {
    this.values.set(name, { value });
    return { examples: { example: { $ref: `#/components/examples/${name}` } } };
  }

  all(): Json {
    return Object.fromEntries(this.values);
  }
}

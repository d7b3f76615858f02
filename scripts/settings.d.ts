interface Setting {
  name: string;
  description: string;
  default: string;
  secret: boolean;
}

/** The text of .env.example. */
export function example(settings: readonly Setting[]): string;
/** The document with the table between its two marks made anew. */
export function withTable(document: string, settings: readonly Setting[]): string;
/** compose.yaml with the settings that it passes on made anew. */
export function withVariables(compose: string, settings: readonly Setting[]): string;

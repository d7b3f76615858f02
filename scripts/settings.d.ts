interface Setting {
  name: string;
  description: string;
  default: string;
  secret: boolean;
}

/** The text of .env.example. */
export function example(settings: readonly Setting[]): string;
/** The document with its table of settings replaced. */
export function withTable(document: string, settings: readonly Setting[]): string;
/** compose.yaml with its list of settings replaced. */
export function withVariables(compose: string, settings: readonly Setting[]): string;

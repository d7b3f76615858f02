type Json = Readonly<Record<string, unknown>>;

/** What a module adds to the OpenAPI document besides its operations. OpenApi finds the providers of this kind. */
export abstract class DocumentPart {
  /** The requests that the service sends by itself: the section `webhooks`. */
  abstract webhooks(): Json;
  /** The components that these requests refer to. */
  abstract readonly components: { readonly parameters: Json; readonly responses: Json; readonly schemas: Json };
}

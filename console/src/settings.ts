/** What the service tells the console about itself, as attributes of `<merchant-console>`. */
export type ConsoleSettings = {
  /** Where payers' pages reach the API. */
  readonly baseUrl: string
  /** The hosted page, which serves the element's script too. */
  readonly payUrl: string
  /** The service's own client ID, which the live preview pays with. */
  readonly previewClientId: string
  /** Ids of the networks that this service watches. */
  readonly networks: readonly string[]
}

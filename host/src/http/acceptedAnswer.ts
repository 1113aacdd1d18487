/** The status of a response whose record is stored but still needs another person's approval. */
export const ACCEPTED = 202

/** A response with the status 202 in place of the operation's usual success. */
export class AcceptedAnswer {
  readonly body: object

  constructor(body: object) {
    this.body = body
  }

  /** Returns the status, and the body as JSON. */
  render(): { status: number; text: string } {
    return { status: ACCEPTED, text: JSON.stringify(this.body) }
  }
}

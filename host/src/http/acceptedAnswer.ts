/** The status of a response whose record exists, but waits for another person. */
export const ACCEPTED = 202

/** A response with the status 202 in place of the operation's usual success. */
export class AcceptedAnswer {
  readonly body: object

  constructor(body: object) {
    this.body = body
  }

  /** Returns the response as it is sent. */
  render(): { status: number; text: string } {
    return { status: ACCEPTED, text: JSON.stringify(this.body) }
  }
}

import { hash } from 'node:crypto'

/** An answer that an action has written as JSON itself; it is sent as it is. */
export class RenderedAnswer {
  readonly text: string
  /** The entity tag of the text. */
  readonly etag: string

  constructor(text: string, etag: string) {
    this.text = text
    this.etag = etag
  }
}

/** The clock in an answer does not make it a new one. */
const SERVER_TIME = /"serverTime":"[^"]*"/

/** The weak entity tag of an answer's text. */
export function etagOf(text: string): string {
  return `W/"${hash('sha1', text.replace(SERVER_TIME, ''), 'base64url')}"`
}

import { hash } from 'node:crypto'

/** A response that an action has written as JSON itself; it is sent unchanged. */
export class RenderedAnswer {
  readonly text: string
  /** The entity tag of the text. */
  readonly etag: string

  constructor(text: string, etag: string) {
    this.text = text
    this.etag = etag
  }
}

/** The time in a response does not change its tag. */
const SERVER_TIME = /"serverTime":"[^"]*"/

/** Returns the weak entity tag of a response's text. */
export function etagOf(text: string): string {
  return `W/"${hash('sha1', text.replace(SERVER_TIME, ''), 'base64url')}"`
}

import { hash } from 'node:crypto'

/** A response whose JSON an action has already written; the host sends the text unchanged. */
export class RenderedAnswer {
  readonly text: string
  /** The entity tag of the text. */
  readonly etag: string

  constructor(text: string, etag: string) {
    this.text = text
    this.etag = etag
  }
}

/** Matches the time in a response, which does not affect the entity tag. */
const SERVER_TIME = /"serverTime":"[^"]*"/

/** Returns the weak entity tag of a response's text. */
export function etagOf(text: string): string {
  return `W/"${hash('sha1', text.replace(SERVER_TIME, ''), 'base64url')}"`
}

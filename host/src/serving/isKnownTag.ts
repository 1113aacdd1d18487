import type { IncomingMessage } from 'node:http'

/** Returns whether a caller already has the response with an entity tag; weak and strong tags compare as equal (RFC 9110, 13.1.2). */
export function isKnownTag({ headers }: Pick<IncomingMessage, 'headers'>, etag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((tag) => tag.trim())
  return known?.some((tag) => tag === '*' || bare(tag) === bare(etag)) ?? false
}

function bare(tag: string): string {
  return tag.replace(/^W\//, '')
}

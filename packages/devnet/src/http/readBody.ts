import type { IncomingMessage } from 'node:http'

/** The largest accepted body, in bytes. */
export const MAX_BODY_BYTES = 256_000

/** Returns a request's whole body, or null if it is larger than MAX_BODY_BYTES. */
export async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length <= MAX_BODY_BYTES) chunks.push(chunk)
  }
  return length > MAX_BODY_BYTES ? null : Buffer.concat(chunks)
}

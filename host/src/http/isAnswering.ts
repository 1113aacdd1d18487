import type { ServerResponse } from 'node:http'

/** Returns whether a call has arrived completely and its response has not been sent completely. */
export function isAnswering({ req, writableFinished }: ServerResponse): boolean {
  return req.complete && !writableFinished
}

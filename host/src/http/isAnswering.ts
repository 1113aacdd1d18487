import type { ServerResponse } from 'node:http'

/** Returns whether a call has arrived in full but its response has not been sent in full. */
export function isAnswering({ req, writableFinished }: ServerResponse): boolean {
  return req.complete && !writableFinished
}

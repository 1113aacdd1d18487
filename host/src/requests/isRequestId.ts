const REQUEST_ID = /^01[0-9a-f]{64}$/

/** Returns whether a string has the form of a request's id. */
export function isRequestId(text: string): boolean {
  return REQUEST_ID.test(text)
}

/** Returns the lowest id of a request created at a given time; see core's `createRequestId`. */
export function firstIdAt(ms: number): string {
  return `01${Math.max(ms, 0).toString(16).padStart(12, '0')}`
}

/** One question for the server's time: what it answered, and when it was asked and answered by a clock that cannot be set. */
export type Measurement = { serverMs: number; sentMs: number; receivedMs: number }

/**
 * Returns what to add to the monotonic clock to have the server's time. The server read its clock between question and answer, so the
 * offset lies between two bounds: one that is known and fits them is kept, else the nearer bound counts, and the middle at first. A slow
 * answer therefore never makes a good offset worse.
 */
export function narrowOffset(
  offsetMs: number | null,
  { serverMs, sentMs, receivedMs }: Measurement,
): number {
  const lowest = serverMs - receivedMs
  const highest = serverMs - sentMs
  if (offsetMs === null) return (lowest + highest) / 2
  return Math.min(Math.max(offsetMs, lowest), highest)
}

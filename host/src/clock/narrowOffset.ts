/**
 * One query for the server's time: the server's response, and the times before and after it by a clock that cannot be
 * set.
 */
export type Measurement = { serverMs: number; sentMs: number; receivedMs: number }

/**
 * Returns the offset from the monotonic clock to the server's time. The server read its clock between query and
 * response, so the offset lies between two bounds. A known offset that fits them is kept, else the nearer bound counts,
 * and the middle at first. A slow response therefore never makes a good offset worse.
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

/** One query for the server's time: the server's response, and the times before and after the query on a monotonic clock. */
export type Measurement = { serverMs: number; sentMs: number; receivedMs: number }

/**
 * Returns the offset from the monotonic clock to the server's time. The server read its clock between query and response, so the offset
 * lies between two bounds. A known offset within the bounds is kept; outside, it moves to the nearer bound. The first offset is the
 * midpoint. A slow response therefore never worsens a good offset.
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

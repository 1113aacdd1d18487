import type { NetworkConfig } from '../config.ts'
import { type Finding, ok, warn } from './finding.ts'

const TIMEOUT_MS = 5_000
/** The header has whole seconds, and a response takes some time. */
const MAX_SKEW_MS = 5_000

/** Compares this machine's clock with the `Date` headers of the nodes. One header close to the clock suffices, because a server may be wrong. */
export async function checkHttpTime(
  networks: readonly NetworkConfig[],
  now: () => Date,
): Promise<Finding[]> {
  const urls = new Set(networks.flatMap(({ rpcUrls }) => rpcUrls))
  const read = await Promise.all([...urls].map((url) => readSkew(url, now)))
  const [nearest] = read
    .filter((skewMs) => skewMs !== null)
    .toSorted((one, other) => Math.abs(one) - Math.abs(other))
  if (nearest === undefined) return []
  const seconds = (Math.abs(nearest) / 1_000).toFixed(0)
  if (Math.abs(nearest) <= MAX_SKEW_MS) {
    return [ok('clock', "This machine's clock and the nodes' HTTP dates agree.")]
  }
  return [
    warn(
      'clock',
      `This machine's clock is ${seconds} s ${nearest > 0 ? 'ahead of' : 'behind'} the nodes' HTTP dates.`,
      "Synchronise this machine's clock, for example with chrony or systemd-timesyncd.",
    ),
  ]
}

/** Returns the time in ms by which the clock is ahead of a server's; null if the server does not respond with a date. */
async function readSkew(url: string, now: () => Date): Promise<number | null> {
  try {
    const { request } = await import('undici')
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const sentMs = now().getTime()
    const { headers, body } = await request(url, { method: 'HEAD', signal })
    await body.dump()
    const arrivedMs = now().getTime()
    const dateMs = Date.parse(String(headers['date']))
    if (Number.isNaN(dateMs)) return null
    const middleMs = (sentMs + arrivedMs) / 2
    return middleMs - (dateMs + 500)
  } catch {
    // Another check reports a node that does not respond.
    return null
  }
}

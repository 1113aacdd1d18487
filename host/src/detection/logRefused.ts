import type { Context } from '../context.ts'
import type { UnmatchedPayment } from '../settlement/detectedPayment.ts'

/**
 * Logs payments that do not count, one line per request, transaction and reason. Anyone who sees a reference on the
 * chain can repeat it hundreds of times in a transaction. `count` is present if there are several.
 */
export function logRefused(
  { log }: Pick<Context, 'log'>,
  unmatched: readonly Pick<UnmatchedPayment, 'network' | 'requestId' | 'txHash' | 'reason'>[],
): void {
  const alike = Map.groupBy(unmatched, ({ requestId, txHash, reason }) =>
    [requestId, txHash, reason].join(' '),
  )
  for (const [first, ...others] of alike.values()) {
    if (first === undefined) continue
    const { network, requestId, txHash, reason } = first
    const count = others.length === 0 ? {} : { count: others.length + 1 }
    log.warn({ network, requestId, txHash, reason, ...count }, 'Refused payment')
  }
}

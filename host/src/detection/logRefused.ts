import type { Context } from '../context.ts'
import type { UnmatchedPayment } from '../payments/detectedPayment.ts'

/**
 * Logs payments that pay nothing, one line for all of one request, transaction and reason. Anyone who sees a reference
 * on the chain can repeat it hundreds of times in a transaction. `count` is present where there are several.
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

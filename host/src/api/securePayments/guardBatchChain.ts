import type { SecurePayment } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import { UnsupportedCrosschainError } from './errors.ts'
import { guardSameChain } from './guardSameChain.ts'

/**
 * Refuses `chain` and `token` for a batch: it has one transaction for all its tokens, which no bridge makes. A host without a bridge
 * lets the batch's own chain pass.
 *
 * @throws UnsupportedCrosschainError
 */
export function guardBatchChain(
  context: Pick<Context, 'bridge'>,
  payment: SecurePayment,
  asked: { chain?: string | undefined; token?: string | undefined },
): void {
  if (context.bridge === null) {
    guardSameChain(payment, asked)
    return
  }
  const { chain, token } = asked
  if (chain === undefined || token === undefined) return
  const ownToken = payment.items[0]?.symbol ?? ''
  throw new UnsupportedCrosschainError({
    chain,
    token,
    ownChain: payment.network,
    ownToken,
    because: 'batch',
  })
}

import type { Output, operator } from '@secure-payment/core/api'
import { atField } from '../../atField.ts'
import { ChainNotConfiguredError } from '../../chains/errors.ts'
import { findServedNetwork } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { requestRescan } from '../../rescans/requestRescan.ts'
import { describeRescan } from './describeRescan.ts'
import { requireOperator } from './requireOperator.ts'

type Create = typeof operator.rescan

const ACCEPTED = 202

/**
 * Requests a rescan of recorded blocks; a host that watches the network begins within seconds.
 *
 * @throws OperatorOnlyError, RescanRefusedError, InvalidInputError naming `network` if this host does not serve it
 */
export async function createRescan(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random'>,
  { body, caller, idempotency }: Call<Create>,
): Promise<Output<Create>> {
  requireOperator(caller)
  const { network } = body
  atField('network', () => {
    if (findServedNetwork(context.config, network) !== undefined) return
    throw new ChainNotConfiguredError(network)
  })
  return context.db.transaction(async (tx) => {
    const rescan = await requestRescan(context, tx, { network, fromBlock: BigInt(body.fromBlock) })
    const answer = describeRescan(rescan)
    if (idempotency !== null) {
      await tx.insertInto('idempotency_keys').values(idempotency.row(ACCEPTED, answer)).execute()
    }
    return answer
  })
}

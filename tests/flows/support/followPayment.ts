import { testTokenAbi } from '@secure-payment/devnet'
import type { Row } from '../../../host/src/db/schema.ts'
import { type Crosschain, PAYEE, type Payment } from './startCrosschain.ts'
import { waitFor } from './waitFor.ts'

/** Begins to pay with a worker at work, and waits until the source transaction is known to be of the payment. */
export async function begin(world: Crosschain, payment: Payment, symbol = 'USDC') {
  const { mode } = world.bridge.switches()
  world.bridge.setSwitches({ mode: 'slow' })
  await world.startWorker()
  const txHash = await world.send(payment, { symbol })
  const intentId = await world.report(payment, txHash, symbol)
  await waitFor('the source transaction to be verified', async () => {
    world.test.clock.advance(1_000)
    return (await world.intent(intentId)).sender
  })
  world.bridge.setSwitches({ mode })
  return { txHash, intentId }
}

/** The payments that are recorded of a request. */
export function paymentsOf(
  { test }: Pick<Crosschain, 'test'>,
  { requestId }: Payment,
): Promise<Row<'payments'>[]> {
  return test.host.context.db.kysely
    .selectFrom('payments')
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('id')
    .execute()
}

/** The types of the events that the sink got about a request, in their order. */
export function typesOf(world: Pick<Crosschain, 'events'>, { requestId }: Payment): unknown[] {
  return world.events(requestId).map(({ event }) => event)
}

/** What the payee of these tests has on the payment's chain. */
export function payeeUnits({ chains }: Pick<Crosschain, 'chains'>): Promise<bigint> {
  return chains.client('devnet-b').readContract({
    address: chains.token('devnet-b', 'USDC').address,
    abi: testTokenAbi,
    functionName: 'balanceOf',
    args: [PAYEE],
  })
}

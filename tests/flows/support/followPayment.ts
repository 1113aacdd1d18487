import { testTokenAbi } from '@secure-payment/devnet'
import { getAddress } from 'viem'
import type { Row } from '../../../host/src/db/schema.ts'
import { type Crosschain, PAYEE, type Payment } from './startCrosschain.ts'
import { waitFor } from './waitFor.ts'

/** Begins to pay with a running worker, and waits until the source transaction is matched to the payment. */
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

/** Returns a request's recorded payments. */
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

/** Returns the types of the events that the sink received about a request, in their order. */
export function typesOf(world: Pick<Crosschain, 'events'>, { requestId }: Payment): unknown[] {
  return world.events(requestId).map(({ event }) => event)
}

/** Returns the test payee's balance on the payment's chain. */
export const payeeUnits = (world: Pick<Crosschain, 'chains'>): Promise<bigint> =>
  unitsOf(world, PAYEE)

/** Returns a wallet's balance on the payment's chain. */
export function unitsOf({ chains }: Pick<Crosschain, 'chains'>, wallet: string): Promise<bigint> {
  return chains.client('devnet-b').readContract({
    address: chains.token('devnet-b', 'USDC').address,
    abi: testTokenAbi,
    functionName: 'balanceOf',
    args: [getAddress(wallet)],
  })
}

import { testTokenAbi } from '@secure-payment/devnet'
import { getAddress, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { erc20FeeProxyAbi } from '../devnet/contractAbis.ts'
import { FEE_ADDRESS } from '../support/testHost.ts'
import { paymentsOf, typesOf } from './support/followPayment.ts'
import {
  AMOUNT,
  type Crosschain,
  FEE,
  PAYEE,
  type Payment,
  startCrosschain,
} from './support/startCrosschain.ts'
import { type Liar, startLiar } from './support/startLiar.ts'
import { waitFor } from './support/waitFor.ts'

/** The complete order to the bridge: the amount and the fee. */
const DUE = AMOUNT + FEE

let liar: Liar
let world: Crosschain
beforeAll(async () => {
  liar = await startLiar()
  world = await startCrosschain({ PAY_LIFI_URL: liar.url })
  liar.setTarget(world.bridge.url)
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await liar?.[Symbol.asyncDispose]()
})
afterEach(async () => {
  liar.setLie(null)
  world.bridge.setSwitches({ mode: 'normal', deliver: 'less' })
  await world.stopWorker()
})

/** Transfers tokens to the payee without the payment contract, as for another of the merchant's sales. */
async function transferToPayee(units: bigint): Promise<Hex> {
  const { transactionHash } = await world.chains.wallet('devnet-b', 6).writeContractSync({
    address: world.chains.token('devnet-b', 'USDC').address,
    abi: testTokenAbi,
    functionName: 'transfer',
    args: [PAYEE, units],
  })
  return transactionHash
}

/** Makes the bridge service report a completed transfer with the given delivery transaction. */
function claimDelivery(txHash: Hex, units: bigint): void {
  liar.setLie((path, body) => {
    if (!path.includes('/status')) return body
    const { address } = world.chains.token('devnet-b', 'USDC')
    return {
      ...body,
      status: 'DONE',
      substatus: 'COMPLETED',
      receiving: { chainId: 31_338, txHash, amount: String(units), token: { address } },
    }
  })
}

it('A bridge service cannot attribute a direct payment to a wallet that sent dust', async () => {
  const payment = await world.createPayment()
  world.bridge.setSwitches({ mode: 'slow' })
  await world.startWorker()
  const intentId = await world.report(payment, await world.send(payment, { toUnits: 1_000_000n }))
  await waitFor('the dust to be known', async () => {
    world.test.clock.advance(1_000)
    return (await world.intent(intentId)).sender
  })
  const { payer, txHash } = await payDirectly(payment)
  await world.untilEvent(payment.requestId, 'payment.confirmed')
  claimDelivery(txHash, AMOUNT)
  await world.untilEnd(intentId, 'completed')
  expect(await paymentsOf(world, payment)).toMatchObject([
    { type: 'direct', payer, source_tx_hash: null },
  ])
})

it('A bridge service cannot credit an unrelated transfer to the payee above the amount that left the payer’s wallet', async () => {
  const payment = await world.createPayment()
  const other = await transferToPayee(DUE)
  world.bridge.setSwitches({ mode: 'slow' })
  await world.startWorker()
  claimDelivery(other, DUE)
  const intentId = await world.report(payment, await world.send(payment, { toUnits: 1_000_000n }))
  const intent = await world.untilEnd(intentId, 'completed')
  expect(intent.note).toContain('not counted')
  expect(await paymentsOf(world, payment)).toEqual([])
  expect(typesOf(world, payment)).toEqual([])
})

/** Pays on the payment's own chain, from a wallet that sent nothing on another chain. */
async function payDirectly(payment: Payment): Promise<{ payer: string; txHash: Hex }> {
  const wallet = world.chains.wallet('devnet-b', 6)
  const token = world.chains.token('devnet-b', 'USDC').address
  const proxy = world.chains.contract('devnet-b', 'ERC20FeeProxy')
  await wallet.writeContractSync({
    address: token,
    abi: testTokenAbi,
    functionName: 'approve',
    args: [proxy, DUE],
  })
  const { transactionHash } = await wallet.writeContractSync({
    address: proxy,
    abi: erc20FeeProxyAbi,
    functionName: 'transferFromWithReferenceAndFee',
    args: [token, PAYEE, AMOUNT, payment.reference, FEE, getAddress(FEE_ADDRESS)],
  })
  return { payer: getAddress(wallet.account.address), txHash: transactionHash }
}

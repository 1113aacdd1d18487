import { parseAmount, percentOf } from '@secure-payment/core'
import { getNetwork } from '@secure-payment/core/networks'
import {
  type BridgeExpectation,
  verifyBridgeCalls,
  type WireTransaction,
} from '@secure-payment/core/verify'
import { erc20Abi, getAddress, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type BridgeWorld, openBridge } from '../devnet/support/bridge.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

// The payer's money is on devnet, and the payee's account on devnet-b.
const FROM = 'devnet'
const TO = 'devnet-b'
const PAYER_INDEX = 6
/** Addresses that nothing else uses. */
const PAYEE = getAddress('0x00000000000000000000000000000000000bee03')
const FEE_TAKER = getAddress('0x00000000000000000000000000000000000bee04')
/** A time longer than a quote stays in the cache. */
const REST_MS = 30_000

let world: BridgeWorld
let test: TestHost
let payer: Hex
beforeAll(async () => {
  world = await openBridge([FROM, TO])
  payer = world.chains.accounts[PAYER_INDEX]?.address ?? '0x'
  test = await startTestHost({
    PAY_NETWORKS: `${FROM},${TO}`,
    PAY_RPC_URL_DEVNET: world.chains.rpcUrl(FROM),
    PAY_RPC_URL_DEVNET_B: world.chains.rpcUrl(TO),
    PAY_LIFI_URL: world.bridge.url,
  })
})
afterAll(async () => {
  await test?.[Symbol.asyncDispose]()
  await world?.[Symbol.asyncDispose]()
})
afterEach(() => {
  world.bridge.setSwitches({ mode: 'normal' })
  test.clock.advance(REST_MS)
})

type Calldata = { transactions: WireTransaction[]; metadata: { sourceAmount: string } }

/** Creates a payment of 10 USDC and a fee of 1 % on devnet-b; returns its token. */
async function createPayment(): Promise<string> {
  const currency = { invoiceCurrency: 'USDC-devnet-b', paymentCurrency: 'USDC-devnet-b' }
  const { token } = await test.createPayment({
    requests: [{ payee: PAYEE, amount: '10', ...currency }],
    feePercentage: '1',
    feeAddress: FEE_TAKER,
  })
  return token
}

async function ask(token: string, symbol: string): Promise<Calldata> {
  const query = `chain=DEVNET&token=${symbol}&wallet=${payer}`
  const { status, json, text } = await test.call('GET', `/v2/secure-payments/${token}/pay?${query}`)
  if (status !== 200) throw new Error(text)
  return json
}

/** Returns the data that a payer's page shows: the payment from its metadata, and the source amount. */
async function shown(
  token: string,
  symbol: string,
  sourceAmount: string,
): Promise<BridgeExpectation> {
  const { json } = await test.call('GET', `/v2/secure-payments/${token}`)
  const [item] = json.items
  const amountUnits = parseAmount(item.remainingAmount, item.decimals)
  return {
    network: getNetwork(FROM),
    token: world.chains.token(FROM, symbol).address,
    sourceAmountUnits: parseAmount(sourceAmount, 6),
    destination: getNetwork(TO),
    terms: {
      payee: item.payee,
      token: item.tokenAddress,
      amountUnits,
      paymentReference: item.paymentReference,
      feeUnits: percentOf(amountUnits, item.fee.percentage, 'up'),
      feeAddress: item.fee.address,
    },
  }
}

describe('A payer’s page that verifies the host’s response for another chain', () => {
  it.each([
    ['USDC', ['approve', 'pay']],
    ['USDT', ['reset_approval', 'approve', 'pay']],
  ])('the payer’s page accepts %s over a remaining allowance', async (symbol, kinds) => {
    await world.chains.wallet(FROM, PAYER_INDEX).writeContractSync({
      address: world.chains.token(FROM, symbol).address,
      abi: erc20Abi,
      functionName: 'approve',
      args: [world.chains.contract(FROM, 'LiFiDiamond'), 7n],
    })
    const token = await createPayment()
    const { transactions, metadata } = await ask(token, symbol)
    const expected = await shown(token, symbol, metadata.sourceAmount)
    const { steps, ...known } = verifyBridgeCalls(expected, transactions)
    expect(known).toEqual({ calldata: 'decoded', destinationCall: 'verified' })
    expect(steps.map(({ kind }) => kind)).toEqual(kinds)
    expect(steps.map(({ transaction }) => transaction)).toEqual(
      transactions.map(({ to, data }) => ({ to, data, value: 0n })),
    )
  })

  it('a payer’s page that verifies the response rejects a price that has changed since it was shown', async () => {
    const token = await createPayment()
    const before = await ask(token, 'USDC')
    world.bridge.setSwitches({ mode: 'price_change' })
    test.clock.advance(REST_MS)
    const { transactions } = await ask(token, 'USDC')
    const expected = await shown(token, 'USDC', before.metadata.sourceAmount)
    expect(() => verifyBridgeCalls(expected, transactions)).toThrowError(
      expect.objectContaining({ code: 'calldata_mismatch', reason: 'excessive_approval' }),
    )
  })

  it('a payer’s page that verifies the response rejects another payment’s transactions to the same payee', async () => {
    const [token, other] = [await createPayment(), await createPayment()]
    const { transactions, metadata } = await ask(other, 'USDC')
    const expected = await shown(token, 'USDC', metadata.sourceAmount)
    expect(() => verifyBridgeCalls(expected, transactions)).toThrowError(
      expect.objectContaining({ code: 'calldata_mismatch', reason: 'wrong_reference' }),
    )
  })
})

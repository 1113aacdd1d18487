import { batchPayStep, encodeApprove, type Payment } from '@secure-payment/core/evm'
import { accounts, type Chains, startChains } from '@secure-payment/devnet'
import { getAddress, type Hex, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PAYEE, startTestHost, type TestHost } from '../support/testHost.ts'

let chains: Chains
let host: TestHost
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  host = await startTestHost({
    PAY_NETWORKS: 'devnet',
    PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet'),
  })
})
afterEach(() => setBatchFee(0))
afterAll(async () => {
  await host?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

const OWNER_INDEX = 9
const PAYER_INDEX = 4
const PAYER = accounts[PAYER_INDEX]?.address ?? '0x'
const abi = parseAbi(['function setBatchFee(uint16 batchFee)'])

/** Does what only the contract's owner can; in parts of 10,000. */
async function setBatchFee(fee: number): Promise<void> {
  await chains.wallet('devnet', OWNER_INDEX).writeContractSync({
    address: chains.contract('devnet', 'BatchConversionPayments'),
    abi,
    functionName: 'setBatchFee',
    args: [fee],
  })
}

const item = (symbol: string, amount: string) => ({
  payee: PAYEE,
  amount,
  invoiceCurrency: `${symbol}-devnet`,
  paymentCurrency: `${symbol}-devnet`,
})
const itemsOf = (symbol: string) => [item(symbol, '0.01'), item(symbol, '0.02')]
const refused = {
  status: 400,
  json: { code: 'batch_fee_set', detail: expect.stringContaining('1 %') },
}

describe.each(['USDC', 'ETH'])('While the batch contract takes a fee, a batch in %s', (symbol) => {
  test('reverts with what it needed without one', async () => {
    const { network } = chains.chain('devnet')
    const token = symbol === 'ETH' ? null : chains.token('devnet', symbol).address
    const payments = [payment(token, '0x01'), payment(token, '0x02')]
    const step = batchPayStep(network, payments, PAYEE)
    const wallet = chains.wallet('devnet', PAYER_INDEX)
    if (token !== null) {
      const approval = { token, spender: step.transaction.to, amountUnits: 20_000n }
      await wallet.sendTransactionSync(asCall(encodeApprove(approval)))
    }
    const simulate = () =>
      chains.client('devnet').call({ account: PAYER, ...asCall(step.transaction) })
    await expect(simulate()).resolves.toBeDefined()
    await setBatchFee(100)
    await expect(simulate()).rejects.toThrow(/revert/i)
  })

  test('is refused by POST /v2/payouts/batch, which creates nothing', async () => {
    const requests = itemsOf(symbol)
    await setBatchFee(100)
    const rows = await host.countRows()
    const post = () => host.call('POST', '/v2/payouts/batch', { body: { payer: PAYER, requests } })
    expect(await post()).toMatchObject(refused)
    expect(await host.countRows()).toEqual(rows)
    await setBatchFee(0)
    expect(await post()).toMatchObject({ status: 201 })
  })

  test('is refused by a link, with a wallet and without', async () => {
    const { token } = await host.createPayment({ requests: itemsOf(symbol) })
    for (const query of ['', `?wallet=${PAYER}`]) {
      const pay = () => host.call('GET', `/v2/secure-payments/${token}/pay${query}`)
      const before = await pay()
      expect(before).toMatchObject({ status: 200 })
      await setBatchFee(100)
      expect(await pay()).toMatchObject(refused)
      await setBatchFee(0)
      expect((await pay()).json).toEqual(before.json)
    }
  })

  test('does not stop a single payment', async () => {
    await setBatchFee(100)
    const { token } = await host.createPayment({ requests: [item(symbol, '0.01')] })
    expect(await host.call('GET', `/v2/secure-payments/${token}/pay`)).toMatchObject({
      status: 200,
    })
  })
})

function payment(token: string | null, paymentReference: Hex): Payment {
  return {
    payee: PAYEE,
    token,
    amountUnits: 10_000n,
    feeUnits: 0n,
    feeAddress: null,
    paymentReference: `0x${paymentReference.slice(2).padStart(16, '0')}`,
    conversion: null,
  }
}

function asCall({ to, data, value }: { to: string; data: Hex; value: bigint }) {
  return { to: getAddress(to), data, value }
}

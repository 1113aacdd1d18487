import { findCurrency, getNetwork } from '@secure-payment/core/networks'
import { accounts, startChains } from '@secure-payment/devnet'
import { erc20Abi, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SECOND_PAYEE, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'

const EMPTY_WALLET = '0x000000000000000000000000000000000000dEaD'
const network = getNetwork('devnet')
const usdt = tokenOf('USDT-devnet')
const proxy = addressOf(network.contracts.ERC20FeeProxy?.address)

let chains: Awaited<ReturnType<typeof startChains>>
let test: TestHost
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  test = await startTestHost({ PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet') })
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await chains[Symbol.asyncDispose]()
})

/** The account index of a separate funded payer for each test, so that the tests do not share allowances. */
const PAYERS = { reader: 1, allowing: 2, resetting: 3 } as const

function addressOfPayer(index: number): Hex {
  return addressOf(accounts[index]?.address)
}

/** Resolves once the allowance is on chain: a plain send resolves before the transaction is mined. */
async function approve(index: number, token: Hex, units: bigint): Promise<void> {
  const { status } = await chains.wallet('devnet', index).writeContractSync({
    address: token,
    abi: erc20Abi,
    functionName: 'approve',
    args: [proxy, units],
  })
  expect(status).toBe('success')
}

const item = (symbol: string, amount: string) => ({
  ...usdcItem,
  invoiceCurrency: `${symbol}-devnet`,
  paymentCurrency: `${symbol}-devnet`,
  amount,
})
const read = (token: string, wallet: string, path = '') =>
  test.call('GET', `/v2/secure-payments/${token}${path}?wallet=${wallet}`)

describe('When a call names a wallet', () => {
  it('the payment shows the payer’s options', async () => {
    const { token } = await test.createPayment()
    const rich = (await read(token, addressOfPayer(PAYERS.reader))).json.paymentOptions
    expect(rich.devnet.USDC).toMatchObject({
      hasEnoughBalance: true,
      hasEnoughGas: true,
      neededAmount: '12.5',
    })
    expect(Number(rich.devnet.USDC.balance)).toBeGreaterThan(12.5)
    const poor = (await read(token, EMPTY_WALLET)).json.paymentOptions
    expect(poor.devnet.USDC).toEqual({
      balance: '0',
      hasEnoughBalance: false,
      hasEnoughGas: false,
      neededAmount: '12.5',
      networkFee: {
        amount: expect.stringMatching(/^0\.\d+$/),
        balance: '0',
        missing: expect.stringMatching(/^0\.\d+$/),
        symbol: 'ETH',
        worth: expect.stringMatching(/^\d+\.\d+$/),
      },
    })
    const { amount, missing } = poor.devnet.USDC.networkFee
    expect(Number(amount)).toBeGreaterThan(0)
    expect(Number(missing)).toBeGreaterThanOrEqual(Number(amount))
  })

  it('the payment’s options include the amount and fee of every item in a batch', async () => {
    const { token } = await test.createPayment({
      requests: [item('USDC', '1'), item('USDC', '2'), item('ETH', '0.5')],
      feePercentage: '10',
      feeAddress: SECOND_PAYEE,
    })
    const { paymentOptions } = (await read(token, addressOfPayer(PAYERS.reader))).json
    expect(paymentOptions.devnet.USDC.neededAmount).toBe('3.3')
    expect(paymentOptions.devnet.ETH.neededAmount).toBe('0.55')
  })

  it('the payment shows whether the balance and gas are sufficient', async () => {
    const { token } = await test.createPayment()
    expect((await read(token, addressOfPayer(PAYERS.reader), '/pay')).json.metadata).toMatchObject({
      hasEnoughBalance: true,
      hasEnoughGas: true,
      balanceChecked: true,
    })
    expect((await read(token, EMPTY_WALLET, '/pay')).json.metadata).toMatchObject({
      hasEnoughBalance: false,
      hasEnoughGas: false,
      balanceChecked: true,
    })
    const all = await test.createPayment({ requests: [item('ETH', '999999999')] })
    expect(
      (await read(all.token, addressOfPayer(PAYERS.reader), '/pay')).json.metadata,
    ).toMatchObject({
      hasEnoughBalance: false,
      hasEnoughGas: false,
    })
  })

  it('the payment omits the approval when the allowance is sufficient', async () => {
    await approve(PAYERS.allowing, tokenOf('USDC-devnet'), 12_500_000n)
    const { token } = await test.createPayment()
    const { json } = await read(token, addressOfPayer(PAYERS.allowing), '/pay')
    expect(json.transactions).toHaveLength(1)
    expect(json.metadata).toMatchObject({
      balanceChecked: true,
      stepsRequired: 1,
      needsApproval: false,
      approvalTransactionIndex: null,
      paymentTransactionIndex: 0,
    })
  })

  it('the payment first resets the allowance of a token that does not allow changing it', async () => {
    await approve(PAYERS.resetting, usdt, 1n)
    const { token } = await test.createPayment({ requests: [item('USDT', '5')] })
    const { json } = await read(token, addressOfPayer(PAYERS.resetting), '/pay')
    expect(json.metadata).toMatchObject({
      balanceChecked: true,
      stepsRequired: 3,
      needsApproval: true,
      approvalTransactionIndex: 0,
      paymentTransactionIndex: 2,
    })
  })
})

function tokenOf(currencyId: string): Hex {
  return addressOf(findCurrency(currencyId)?.currency.address)
}

function addressOf(text: string | undefined): Hex {
  if (text === undefined || !text.startsWith('0x')) throw new Error('Expected hex.')
  return `0x${text.slice(2)}`
}

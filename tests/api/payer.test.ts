import { findCurrency, getNetwork } from '@secure-payment/core/networks'
import { accounts, startChains } from '@secure-payment/devnet'
import { createWalletClient, erc20Abi, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SECOND_PAYEE, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'

const EMPTY_WALLET = '0x000000000000000000000000000000000000dEaD'
const network = getNetwork('devnet')
const usdt = tokenOf('USDT-devnet')
const proxy = addressOf(network.contracts.ERC20FeeProxy?.address)

let chains: Awaited<ReturnType<typeof startChains>>
let rpcUrl: string
let test: TestHost
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  rpcUrl = chains.list[0]?.rpcUrl ?? ''
  test = await startTestHost({ PAY_RPC_URL_DEVNET: rpcUrl })
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await chains[Symbol.asyncDispose]()
})

/** A funded payer of its own, so that allowances of one test do not meet another. */
function payer(index: number): { address: Hex; privateKey: Hex } {
  const account = accounts[index]
  if (account === undefined) throw new Error(`The devnet has no account ${index}.`)
  return { address: addressOf(account.address), privateKey: addressOf(account.privateKey) }
}

async function approve(from: Hex, token: Hex, units: bigint): Promise<void> {
  const wallet = createWalletClient({ account: privateKeyToAccount(from), transport: http(rpcUrl) })
  await wallet.writeContract({
    chain: null,
    address: token,
    abi: erc20Abi,
    functionName: 'approve',
    args: [proxy, units],
  })
}

const item = (symbol: string, amount: string) => ({
  ...usdcItem,
  invoiceCurrency: `${symbol}-devnet`,
  paymentCurrency: `${symbol}-devnet`,
  amount,
})
const read = (token: string, wallet: string, path = '') =>
  test.call('GET', `/v2/secure-payments/${token}${path}?wallet=${wallet}`)

describe('With a wallet', () => {
  it('shows what it could pay with', async () => {
    const { token } = await test.createPayment()
    const rich = (await read(token, payer(1).address)).json.paymentOptions
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
    })
  })

  it('counts amount and fee of every item of a batch', async () => {
    const { token } = await test.createPayment({
      requests: [item('USDC', '1'), item('USDC', '2'), item('ETH', '0.5')],
      feePercentage: '10',
      feeAddress: SECOND_PAYEE,
    })
    const { paymentOptions } = (await read(token, payer(1).address)).json
    expect(paymentOptions.devnet.USDC.neededAmount).toBe('3.3')
    expect(paymentOptions.devnet.ETH.neededAmount).toBe('0.55')
  })

  it('says whether balance and gas suffice', async () => {
    const { token } = await test.createPayment()
    expect((await read(token, payer(1).address, '/pay')).json.metadata).toMatchObject({
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
    expect((await read(all.token, payer(1).address, '/pay')).json.metadata).toMatchObject({
      hasEnoughBalance: false,
      hasEnoughGas: false,
    })
  })

  it('leaves the approval out when the allowance suffices', async () => {
    const { address, privateKey } = payer(2)
    await approve(privateKey, tokenOf('USDC-devnet'), 12_500_000n)
    const { token } = await test.createPayment()
    const { json } = await read(token, address, '/pay')
    expect(json.transactions).toHaveLength(1)
    expect(json.metadata).toMatchObject({
      stepsRequired: 1,
      needsApproval: false,
      approvalTransactionIndex: null,
      paymentTransactionIndex: 0,
    })
  })

  it('resets the allowance of a token that refuses to change one', async () => {
    const { address, privateKey } = payer(3)
    await approve(privateKey, usdt, 1n)
    const { token } = await test.createPayment({ requests: [item('USDT', '5')] })
    const { json } = await read(token, address, '/pay')
    expect(json.metadata).toMatchObject({
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

import type { WalletOption } from '@secure-payment/core/api'
import { type Chains, RELAYER_ACCOUNT, startChains } from '@secure-payment/devnet'
import { createWalletClient, formatUnits, http, parseAbi, parseEther, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FEE_ADDRESS, PAYEE, startTestHost, type TestHost } from '../support/testHost.ts'

type Network = 'devnet' | 'devnet-b'
type Options = {
  options: WalletOption[]
  unavailable: string[]
  otherWallets: string[]
  networkFee?: WalletOption['networkFee']
}

let chains: Chains
let host: TestHost
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet', 'devnet-b'] })
  host = await startTestHost({
    PAY_NETWORKS: 'devnet,devnet-b,tron',
    PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet'),
    PAY_RPC_URL_DEVNET_B: chains.rpcUrl('devnet-b'),
    PAY_RPC_URL_TRON: 'http://127.0.0.1:1',
    PAY_RELAYER_PRIVATE_KEY: RELAYER_ACCOUNT.privateKey,
    PAY_RELAY_PERMITS: 'true',
  })
})
afterAll(async () => {
  await host?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

const ACCEPTS = ['DAI-devnet', 'ETH-devnet', 'USDC-devnet-b', 'ETH-devnet-b']

async function createLink(more: object = {}, payee: string = PAYEE): Promise<string> {
  const { token } = await host.createPayment({
    requests: [
      {
        payee,
        invoiceCurrency: 'USD',
        paymentCurrency: 'USDC-devnet',
        amount: '20',
        accepts: ACCEPTS,
      },
    ],
    ...more,
  })
  return token
}

async function readOptions(token: string, wallet: string, test = host): Promise<Options> {
  const path = `/v2/secure-payments/${token}/options?wallet=${wallet}`
  const { status, json, text } = await test.call('GET', path)
  if (status !== 200) throw new Error(text)
  return json
}

/** Creates a wallet with these balances on a network. */
async function createWallet(network: Network, tokens: Record<string, string>, ether: string) {
  const account = privateKeyToAccount(generatePrivateKey())
  const client = chains.client(network)
  await client.setBalance({ address: account.address, value: parseEther(ether) })
  for (const [symbol, amount] of Object.entries(tokens)) {
    const { address, decimals } = chains.token(network, symbol)
    await chains.wallet(network, 1).writeContractSync({
      address,
      abi: parseAbi(['function transfer(address to, uint256 amount) returns (bool)']),
      functionName: 'transfer',
      args: [account.address, parseUnits(amount, decimals)],
    })
  }
  return account
}

const byId = ({ options }: Options, id: string): WalletOption => {
  const found = options.find(({ option }) => option === id)
  if (found === undefined) throw new Error(`no option ${id}`)
  return found
}

describe('A wallet’s options', () => {
  test('the currencies that a wallet can pay in come first, by worth, and the others state the missing amount', async () => {
    const account = await createWallet('devnet', { USDC: '30', DAI: '45' }, '0.001')
    const found = await readOptions(await createLink(), account.address)
    expect(found.options.map(({ option, isPayable }) => [option, isPayable])).toEqual([
      ['DAI-devnet', true],
      ['USDC-devnet', true],
      ['ETH-devnet', false],
      ['USDC-devnet-b', false],
      ['ETH-devnet-b', false],
    ])
    const dai = byId(found, 'DAI-devnet')
    expect(dai).toMatchObject({ balance: '45', balanceWorth: '45', amount: '20', missing: [] })
    // A dollar is one USDC; ETH is at 2,500 dollars. The fee is in both currencies, and the total is their sum.
    const { networkFee, total } = dai
    expect(Number(networkFee.worth)).toBeCloseTo(Number(networkFee.amount) * 2_500, 5)
    expect(total).toBe(formatUnits(parseUnits('20', 8) + parseUnits(networkFee.worth ?? '', 8), 8))
    expect(byId(found, 'USDC-devnet-b').missing).toMatchObject([
      { symbol: 'USDC', amount: expect.stringMatching(/^20/) },
      { symbol: 'ETH' },
    ])
  })

  test.each(
    ['USDC-devnet', ...ACCEPTS].flatMap((id) => [
      [id, 'a payee who holds it', PAYEE],
      [id, 'a new payee', privateKeyToAccount(generatePrivateKey()).address],
    ]),
  )(
    'the estimated fee of %s to %s is within a tenth of the charged fee, and the stated total leaves the wallet',
    async (id, _, payee) => {
      const network = id.endsWith('-b') ? 'devnet-b' : 'devnet'
      const symbol = id.split('-')[0] ?? ''
      const isNative = symbol === 'ETH'
      const account = await createWallet(network, isNative ? {} : { [symbol]: '50' }, '1')
      const token = await createLink({ feePercentage: '1', feeAddress: FEE_ADDRESS }, payee)
      const option = byId(await readOptions(token, account.address), id)
      const client = chains.client(network)
      const etherBefore = await client.getBalance({ address: account.address })
      const path = `/v2/secure-payments/${token}/pay?option=${id}&wallet=${account.address}`
      const { json } = await host.call('GET', path)
      let feeUnits = 0n
      let paymentFeeUnits = 0n
      for (const { to, data, value } of json.transactions) {
        const receipt = await createWalletClient({
          account,
          chain: client.chain,
          transport: http(chains.rpcUrl(network)),
        }).sendTransactionSync({ to, data, value: BigInt(value) })
        expect(receipt.status).toBe('success')
        paymentFeeUnits = receipt.gasUsed * receipt.effectiveGasPrice
        feeUnits += paymentFeeUnits
      }
      const charged = Number(formatUnits(feeUnits, 18))
      expect(Math.abs(Number(option.networkFee.amount) - charged)).toBeLessThan(0.1 * charged)
      const { withPermit } = option.networkFee
      const alone = Number(formatUnits(paymentFeeUnits, 18))
      // DAI's permits have another form than the standard's.
      expect(withPermit !== undefined).toBe(symbol === 'USDC')
      expect(json.metadata.permit !== undefined).toBe(symbol === 'USDC')
      if (withPermit !== undefined) {
        expect(Math.abs(Number(withPermit.amount) - alone)).toBeLessThan(0.1 * alone)
        expect(Number(withPermit.worth)).toBeCloseTo(Number(withPermit.amount) * 2_500, 5)
      }
      const etherLeft = etherBefore - (await client.getBalance({ address: account.address }))
      const spent = isNative
        ? Number(formatUnits(etherLeft, 18)) * 2_500
        : Number(option.amount) + charged * 2_500
      expect(Math.abs(Number(option.total) - spent)).toBeLessThan(0.1 * charged * 2_500 + 1e-6)
    },
  )

  test.each<[string, readonly string[], string | undefined]>([
    ['two new payees in one token', ['USDC', 'USDC'], undefined],
    ['four payees who hold the token', ['=USDC', '=USDC', '=USDC', '=USDC'], undefined],
    ['five payees in one token', ['USDC', 'USDC', 'USDC', 'USDC', 'USDC'], undefined],
    ['three payees in one token with a fee', ['USDC', 'USDC', 'USDC'], '1'],
    ['payees in two tokens', ['USDC', 'DAI', 'DAI'], undefined],
    ['payees in native coin', ['ETH', 'ETH'], undefined],
  ])(
    'the estimated fee of a batch to %s is within a tenth of the charged fee, before and after the approval',
    async (_, all, feePercentage) => {
      const account = await createWallet('devnet', { USDC: '50', DAI: '50' }, '1')
      const fee = feePercentage ? { feePercentage, feeAddress: FEE_ADDRESS } : {}
      const payees = all.map((one, index) =>
        one.startsWith('=')
          ? chains.accounts[index + 2]?.address
          : privateKeyToAccount(generatePrivateKey()).address,
      )
      const symbols = all.map((one) => one.replace('=', ''))
      const { token } = await host.createPayment({
        requests: symbols.map((symbol, index) => ({
          payee: payees[index],
          invoiceCurrency: `${symbol}-devnet`,
          paymentCurrency: `${symbol}-devnet`,
          amount: symbol === 'ETH' ? '0.01' : '5',
        })),
        ...fee,
      })
      const estimate = async () =>
        Number((await readOptions(token, account.address)).networkFee?.amount)
      const before = await estimate()
      const { json } = await host.call(
        'GET',
        `/v2/secure-payments/${token}/pay?wallet=${account.address}`,
      )
      const transactions: readonly { to: `0x${string}`; data: `0x${string}`; value: string }[] = [
        ...json.ERC20ApprovalTransactions,
        json.batchPaymentTransaction,
      ]
      const fees: number[] = []
      let after = before
      for (const [index, { to, data, value }] of transactions.entries()) {
        if (index === transactions.length - 1) after = await estimate()
        const receipt = await createWalletClient({
          account,
          chain: chains.client('devnet').chain,
          transport: http(chains.rpcUrl('devnet')),
        }).sendTransactionSync({ to, data, value: BigInt(Object(value).hex ?? value) })
        expect(receipt.status).toBe('success')
        fees.push(Number(formatUnits(receipt.gasUsed * receipt.effectiveGasPrice, 18)))
      }
      const charged = fees.reduce((sum, one) => sum + one, 0)
      const last = fees.at(-1) ?? 0
      expect(Math.abs(before - charged)).toBeLessThan(0.1 * charged)
      expect(Math.abs(after - last)).toBeLessThan(0.1 * last)
    },
  )

  test('a network whose node does not respond neither delays nor hides the others', async () => {
    await using dead = await startTestHost({
      PAY_NETWORKS: 'devnet,devnet-b',
      PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet'),
      PAY_RPC_URL_DEVNET_B: 'http://127.0.0.1:1',
    })
    const { token } = await dead.createPayment({
      requests: [
        {
          payee: PAYEE,
          invoiceCurrency: 'USD',
          paymentCurrency: 'USDC-devnet',
          amount: '20',
          accepts: ['USDC-devnet-b'],
        },
      ],
    })
    const wallet = chains.accounts[1]?.address ?? ''
    const found = await readOptions(token, wallet, dead)
    expect(found.options.map(({ option }) => option)).toEqual(['USDC-devnet'])
    expect(found.unavailable).toEqual(['USDC-devnet-b'])
  })

  test('options of another family of networks need another wallet', async () => {
    const { token } = await host.createPayment({
      requests: [
        {
          payee: PAYEE,
          invoiceCurrency: 'USDC-devnet',
          paymentCurrency: 'USDC-devnet',
          amount: '20',
          accepts: ['DAI-devnet'],
        },
      ],
    })
    const wallet = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
    expect(await readOptions(token, wallet)).toEqual({
      invoiceCurrency: 'USDC-devnet',
      options: [],
      unavailable: [],
      otherWallets: ['USDC-devnet', 'DAI-devnet'],
      hasBridge: false,
    })
  })

  test('a payment with one currency has one option, and a paid one is rejected', async () => {
    const { token } = await host.createPayment()
    const wallet = chains.accounts[1]?.address ?? ''
    const found = await readOptions(token, wallet)
    expect(found.options).toMatchObject([
      { option: 'USDC-devnet', amount: '12.5', isPayable: true },
    ])
    const answer = await host.call('GET', `/v2/secure-payments/${token}/options?wallet=0x12`)
    expect(answer.status).toBe(400)
  })
})

import { getNetwork } from '@secure-payment/core/networks'
import { permitTypedData } from '@secure-payment/core/recurring'
import { describe, expect, test } from 'vitest'
import { evmPayingWallet } from './evmPayingWallet.ts'

const ADDRESS = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const OTHER = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const HASH = `0x${'5a'.repeat(32)}`
const SIGNATURE = `0x${'5e'.repeat(65)}`
const base = getNetwork('base')

type Call = { method: string; params?: readonly unknown[] }
type Answers = Readonly<Record<string, unknown>>

/**
 * Returns a wallet with preset responses per method. A function computes the response from the parameters; an error is
 * thrown.
 */
function wallet(answers: Answers) {
  const asked: Call[] = []
  const known: Answers = {
    eth_requestAccounts: [ADDRESS],
    eth_accounts: [ADDRESS],
    eth_chainId: '0x2105',
    ...answers,
  }
  const info = { id: '1', name: 'Test', rdns: null, icon: null, isLegacy: false, isLastUsed: false }
  const provider = {
    async request(call: Call): Promise<unknown> {
      asked.push(call)
      const answer = known[call.method]
      if (answer instanceof Error) throw answer
      return typeof answer === 'function' ? answer(call.params) : answer
    },
  }
  return {
    asked,
    methods: () => asked.map(({ method }) => method),
    paying: evmPayingWallet({ info, provider }),
  }
}

const error = (code: number) => Object.assign(new Error('wallet'), { code })

test('A wallet sends a call without coins from its account, and returns the hash', async () => {
  const { asked, paying } = wallet({ eth_sendTransaction: HASH })
  const account = await paying.connect()
  expect(await account.send({ to: OTHER, data: '0x01' })).toBe(HASH)
  const params = [{ from: ADDRESS, to: OTHER, data: '0x01', value: '0x0' }]
  expect(asked.at(-1)).toEqual({ method: 'eth_sendTransaction', params })
})

test('A wallet signs version 4 typed data with an explicit domain', async () => {
  const { asked, paying } = wallet({ eth_signTypedData_v4: SIGNATURE })
  const account = await paying.connect()
  const permit = permitTypedData(
    {
      subscriber: ADDRESS,
      token: OTHER,
      recipient: OTHER,
      feeAddress: `0x${'0'.repeat(40)}`,
      amount: 2n ** 70n,
      feeAmount: 0n,
      relayerFee: 0n,
      periodSeconds: 1,
      firstPayment: 1,
      totalPayments: 2,
      nonce: `0x${'7d'.repeat(32)}`,
      deadline: 9n,
      strictOrder: true,
    },
    { chainId: 8453, contract: OTHER },
  )
  expect(await account.signTypedData(permit)).toBe(SIGNATURE)
  const [from, text] = asked.at(-1)?.params ?? []
  expect(from).toBe(ADDRESS)
  const signed = JSON.parse(String(text))
  expect(signed.types.EIP712Domain.map(({ name }: { name: string }) => name)).toEqual(
    Object.keys(permit.domain),
  )
  expect(signed).toMatchObject({
    primaryType: 'SchedulePermit',
    message: { amount: String(2n ** 70n) },
  })
})

describe('a wallet that has changed', () => {
  test('a wallet whose account has changed receives no request', async () => {
    const { methods, paying } = wallet({ eth_accounts: [OTHER] })
    const account = await paying.connect()
    await expect(account.send({ to: OTHER, data: '0x' })).rejects.toMatchObject({ code: 4100 })
    expect(methods()).not.toContain('eth_sendTransaction')
  })

  test('a wallet whose network has changed receives no request', async () => {
    let chain = '0x2105'
    const { methods, paying } = wallet({ eth_chainId: () => chain })
    const account = await paying.connect()
    await account.useNetwork(base)
    chain = '0x1'
    await expect(account.send({ to: OTHER, data: '0x' })).rejects.toThrow('')
    expect(methods()).not.toContain('eth_sendTransaction')
  })
})

describe('the network', () => {
  test('the network is not switched when it is the right one', async () => {
    const { methods, paying } = wallet({})
    await (await paying.connect()).useNetwork(base)
    expect(methods()).not.toContain('wallet_switchEthereumChain')
  })

  test('the network is switched, and added when the wallet lacks it', async () => {
    let chain = '0x1'
    let isKnown = false
    const { methods, paying } = wallet({
      eth_chainId: () => chain,
      wallet_switchEthereumChain: () => {
        if (!isKnown) throw error(4902)
        chain = '0x2105'
      },
      wallet_addEthereumChain: () => {
        isKnown = true
      },
    })
    await (await paying.connect()).useNetwork({
      ...base,
      publicRpcUrls: ['https://node.example.test'],
    })
    expect(methods().filter((method) => method.startsWith('wallet_'))).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_switchEthereumChain',
    ])
  })

  test('the network counts as wrong when the wallet reports a switch but remains on another network', async () => {
    const { paying } = wallet({ eth_chainId: '0x1', wallet_switchEthereumChain: null })
    const account = await paying.connect()
    await expect(account.useNetwork(base)).rejects.toMatchObject({ name: 'WrongNetworkError' })
  })

  test('the network is not switched when the payer declines, and the wallet’s error is thrown', async () => {
    const { paying } = wallet({ eth_chainId: '0x1', wallet_switchEthereumChain: error(4001) })
    const account = await paying.connect()
    await expect(account.useNetwork(base)).rejects.toMatchObject({ code: 4001 })
  })
})

test.each([
  [{ status: '0x1' }, {}, 'succeeded'],
  [{ status: '0x0' }, {}, 'reverted'],
  [null, {}, 'pending'],
  [null, null, 'unknown'],
])('A receipt %j of a transaction %j means %s', async (receipt, transaction, expected) => {
  const { paying } = wallet({
    eth_getTransactionReceipt: receipt,
    eth_getTransactionByHash: transaction,
  })
  expect(await (await paying.connect()).findReceipt(HASH)).toBe(expected)
})

test('A wallet reads an allowance, and 0 from a token with a malformed response', async () => {
  const word = (digits: string) => `0x${digits.padStart(64, '0')}`
  const { asked, paying } = wallet({ eth_call: word('ff') })
  expect(await (await paying.connect()).readAllowance(OTHER, ADDRESS)).toBe(255n)
  const data = `0xdd62ed3e${ADDRESS.slice(2).padStart(64, '0')}${ADDRESS.slice(2).padStart(64, '0')}`
  expect(asked.at(-1)?.params).toEqual([{ to: OTHER, data }, 'latest'])
  expect(
    await (await wallet({ eth_call: '0x' }).paying.connect()).readAllowance(OTHER, ADDRESS),
  ).toBe(0n)
})

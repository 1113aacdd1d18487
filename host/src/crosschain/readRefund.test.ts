import type { RawLog } from '@secure-payment/core/evm'
import { getNetwork } from '@secure-payment/core/networks'
import { type Hex, keccak256, numberToHex, toBytes } from 'viem'
import { expect, test } from 'vitest'
import type { TransferStatus } from '../bridges/bridge.ts'
import type { ChainClient, Receipt } from '../chains/chainClient.ts'
import type { Config } from '../config.ts'
import { addressTopic } from '../detection/addressTopic.ts'
import { readRefund } from './readRefund.ts'
import type { TrackedIntent } from './trackedIntent.ts'

const source = getNetwork('base')
const USDC = source.tokens.find(({ symbol }) => symbol === 'USDC')?.address.toLowerCase() ?? ''
const PAYER: Hex = '0x00000000000000000000000000000000000000a1'
const STRANGER: Hex = '0x00000000000000000000000000000000000000b1'
const DEPOSIT: Hex = `0x${'ab'.repeat(32)}`
const REFUND: Hex = `0x${'ef'.repeat(32)}`
const BLOCK_HASH: Hex = `0x${'cd'.repeat(32)}`
const SENT_UNITS = 12_525_000n

/** The facts of the chain, and of the bridge's report; each test changes one. */
type Facts = {
  /** The transferred amount, its recipient, and the token. */
  readonly units?: bigint
  readonly to?: Hex
  readonly token?: string
  readonly succeeded?: boolean
  readonly blockNumber?: bigint
  readonly head?: bigint
  readonly sentUnits?: bigint | null
  readonly receiving?: Partial<NonNullable<TransferStatus['receiving']>> | null
  readonly isServed?: boolean
}

async function read({
  units = SENT_UNITS,
  to = PAYER,
  token = USDC,
  succeeded = true,
  blockNumber = 8n,
  head = 100n,
  sentUnits = SENT_UNITS,
  receiving = {},
  isServed = true,
}: Facts) {
  const place = { blockNumber, blockHash: BLOCK_HASH, transactionHash: REFUND, transactionIndex: 0 }
  const topics = [
    keccak256(toBytes('Transfer(address,address,uint256)')),
    addressTopic(STRANGER),
    addressTopic(to),
  ]
  const log: RawLog = {
    ...place,
    address: token,
    topics,
    data: numberToHex(units, { size: 32 }),
    logIndex: 0,
  }
  const receipt: Receipt = {
    ...place,
    succeeded,
    from: STRANGER,
    costUnits: 1n,
    logs: [log],
  }
  const block = { parentHash: BLOCK_HASH, hash: BLOCK_HASH, timestampS: 1, logsBloom: null }
  const client: Partial<ChainClient> = {
    network: source,
    findReceipt: async (hash) => (hash === REFUND ? receipt : null),
    getHead: async () => ({
      latest: { ...block, number: head },
      safe: 'unsupported',
      finalized: 'unsupported',
      watched: null,
    }),
    getAgreedTransaction: async (hash) => ({
      hash,
      input: '0x',
      from: PAYER,
      to: null,
      blockNumber: 7n,
    }),
    getAgreedBlocks: async ([number = 0n]) => [{ ...block, number }],
    getReceipts: async () => [receipt],
  }
  const finality = { mode: 'depth', depth: 10 } as const
  const networks = isServed ? [{ network: source, finality }] : []
  const status: TransferStatus = {
    state: 'refunded',
    substatus: 'REFUNDED',
    sending: null,
    receiving: receiving && {
      txHash: REFUND,
      chainId: source.chainId,
      token: USDC,
      units: SENT_UNITS,
      ...receiving,
    },
    explorerUrl: null,
  }
  const intent = { source, txHash: DEPOSIT, currency: 'USDC', sentUnits }
  return readRefund(
    {
      chains: { get: () => client as ChainClient },
      config: { networks: networks as unknown as Config['networks'] },
    },
    intent as TrackedIntent,
    { sender: PAYER, status },
  )
}

test('A refund that the source chain confirms is returned with the amount that came back', async () => {
  expect(await read({ units: 12_500_000n })).toEqual({
    symbol: 'USDC',
    decimals: 6,
    units: 12_500_000n,
  })
})

test.each<[string, Facts]>([
  ['the bridge names no transaction', { receiving: { txHash: null } }],
  ['the bridge reports nothing about the arrival', { receiving: null }],
  ['the bridge names another chain', { receiving: { chainId: 10 } }],
  ['the bridge names an unknown token', { receiving: { token: STRANGER } }],
  ['the chain does not have the transaction', { receiving: { txHash: DEPOSIT } }],
  ['the transaction reverted', { succeeded: false }],
  ['the block is not confirmed', { head: 17n }],
  ['the transaction is older than the deposit', { blockNumber: 6n }],
  ['the money went to a stranger', { to: STRANGER }],
  ['another token came back', { token: STRANGER }],
  ['less than nine tenths came back', { units: 11_272_499n }],
  ['the sent amount is unknown', { sentUnits: null }],
  ['the host does not serve the source chain', { isServed: false }],
])('A refund does not count while %s', async (_, facts) => {
  expect(await read(facts)).toBeNull()
})

import type { RawLog } from '@secure-payment/core/evm'
import { getNetwork } from '@secure-payment/core/networks'
import {
  encodeAbiParameters,
  type Hex,
  keccak256,
  numberToHex,
  parseAbiParameters,
  toBytes,
} from 'viem'
import { expect, test } from 'vitest'
import type { ChainClient, Receipt } from '../chains/chainClient.ts'
import { ChainUnavailableError } from '../chains/errors.ts'
import { addressTopic } from '../detection/addressTopic.ts'
import { readArrival } from './readArrival.ts'

const network = getNetwork('base')
const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const PROXY = network.contracts.ERC20FeeProxy?.address.toLowerCase() ?? ''
const PAYEE: Hex = '0x00000000000000000000000000000000000000a1'
const STRANGER: Hex = '0x00000000000000000000000000000000000000b1'
const TX_HASH: Hex = `0x${'ab'.repeat(32)}`
const BLOCK_HASH: Hex = `0x${'cd'.repeat(32)}`
const UNITS = 12_500_000n
const told = { txHash: TX_HASH, blockNumber: 7n, units: UNITS }
const request = { payee: PAYEE, token_address: USDC }

const topicOf = (signature: string) => keccak256(toBytes(signature))
const place = {
  blockNumber: 7n,
  blockHash: BLOCK_HASH,
  transactionHash: TX_HASH,
  transactionIndex: 0,
}

function transfer(logIndex: number, { address = USDC, to = PAYEE, units = UNITS } = {}): RawLog {
  const topics = [
    topicOf('Transfer(address,address,uint256)'),
    addressTopic(STRANGER),
    addressTopic(to),
  ]
  return { ...place, address, topics, data: numberToHex(units, { size: 32 }), logIndex }
}

/** Returns the event of ERC20FeeProxy for a payment under any reference. */
function paid(logIndex: number, payee: Hex): RawLog {
  const signature = 'TransferWithReferenceAndFee(address,address,uint256,bytes,uint256,address)'
  const data = encodeAbiParameters(
    parseAbiParameters(
      'address token, address to, uint256 amount, uint256 fee, address feeAddress',
    ),
    [USDC, payee, UNITS, 0n, STRANGER],
  )
  const topics = [topicOf(signature), keccak256('0x7d1e0a92c4b85f36')]
  return { ...place, address: PROXY, topics, data, logIndex }
}

/** Returns a chain whose transaction has these logs, for any query. */
function chainWith(logs: readonly RawLog[], more: Partial<Receipt> = {}, hasBlock = true) {
  const block = {
    number: 7n,
    hash: BLOCK_HASH,
    parentHash: BLOCK_HASH,
    timestampS: 1_780_000_000,
    logsBloom: null,
  }
  const receipt: Receipt = {
    transactionHash: TX_HASH,
    blockNumber: 7n,
    blockHash: BLOCK_HASH,
    succeeded: true,
    from: STRANGER,
    costUnits: 1n,
    logs,
    ...more,
  }
  const client: Pick<ChainClient, 'network' | 'getAgreedBlocks' | 'getReceipts'> = {
    network,
    getAgreedBlocks: async () => [hasBlock ? block : null],
    getReceipts: async () => [receipt],
  }
  return client
}

test('a delivery lists each reported transfer to the payee, in order', async () => {
  const logs = [transfer(9), transfer(4), transfer(5, { units: 1n })]
  expect(await readArrival(chainWith(logs), request, told)).toEqual({
    blockNumber: 7n,
    blockHash: BLOCK_HASH,
    blockTime: new Date(1_780_000_000_000).toISOString(),
    logIndexes: [4, 9],
    units: UNITS,
  })
})

test.each<[string, readonly RawLog[], Partial<Receipt>?]>([
  ['to another recipient', [transfer(4, { to: STRANGER })]],
  ['of another amount', [transfer(4, { units: UNITS + 1n })]],
  ['of another token', [transfer(4, { address: STRANGER })]],
  ['that failed', [transfer(4)], { succeeded: false }],
  // The rule also holds for a payment without a fee, whose amount equals the delivered amount.
  ['made by a contract payment to the payee', [transfer(4), paid(5, PAYEE)]],
])('a transfer %s is not a delivery', async (_, logs, more) => {
  expect(await readArrival(chainWith(logs, more), request, told)).toBeNull()
})

test('a contract payment to another payee in the same transaction does not reduce a delivery', async () => {
  const logs = [transfer(4), paid(5, STRANGER)]
  expect(await readArrival(chainWith(logs), request, told)).toMatchObject({ logIndexes: [4] })
})

test('the delivery is unknown while its block or its receipt is missing', async () => {
  const logs = [transfer(4)]
  const other: Hex = `0x${'ef'.repeat(32)}`
  for (const client of [chainWith(logs, {}, false), chainWith(logs, { blockHash: other })]) {
    await expect(readArrival(client, request, told)).rejects.toThrow(ChainUnavailableError)
  }
})

import { TOPICS } from '@secure-payment/core/evm'
import { getNetwork } from '@secure-payment/core/networks'
import { type Hex, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import type { ChainClient, Receipt } from '../chains/chainClient.ts'
import { ChainUnavailableError } from '../chains/errors.ts'
import { addressTopic } from '../detection/addressTopic.ts'
import { readSent } from './readSent.ts'

const network = getNetwork('base')
const SENDER = '0x00000000000000000000000000000000000000a1'
const BRIDGE = '0x00000000000000000000000000000000000000b1'
const HASH: Hex = `0x${'ab'.repeat(32)}`
const BLOCK_HASH: Hex = `0x${'cd'.repeat(32)}`
const transaction = { hash: HASH, sender: SENDER, blockNumber: 7n }
const addressOf = (symbol: string) =>
  network.tokens.find((token) => token.symbol === symbol)?.address.toLowerCase() ?? ''

function move(symbol: string, units: bigint, from = SENDER, to = BRIDGE) {
  return {
    address: addressOf(symbol),
    topics: [TOPICS.transfer, addressTopic(from), addressTopic(to)],
    data: numberToHex(units, { size: 32 }),
    blockNumber: 7n,
    blockHash: BLOCK_HASH,
    transactionHash: HASH,
    transactionIndex: 0,
    logIndex: Number(units % 100n),
  }
}

/** Returns a chain with one transaction; with null, its receipt is too large to read. */
function chainWith(receipt: Partial<Receipt> | null, hasBlock = true) {
  const block = {
    number: 7n,
    hash: BLOCK_HASH,
    parentHash: BLOCK_HASH,
    timestampS: 0,
    logsBloom: null,
  }
  const whole: Receipt = {
    transactionHash: HASH,
    blockNumber: 7n,
    blockHash: BLOCK_HASH,
    succeeded: true,
    from: SENDER,
    costUnits: 1n,
    logs: [],
    ...receipt,
  }
  const client: Pick<ChainClient, 'network' | 'getAgreedBlocks' | 'getReceipts'> = {
    network,
    getAgreedBlocks: async () => [hasBlock ? block : null],
    getReceipts: async () => [receipt === null ? null : whole],
  }
  return client
}

test.each<[string, ReturnType<typeof move>[], [string, bigint] | null]>([
  [
    'the amount sent to any address',
    [move('USDC', 10n), move('USDC', 5n, SENDER, SENDER), move('USDC', 2n)],
    ['USDC', 12n],
  ],
  ['less the amount returned', [move('USDT', 10n), move('USDT', 4n, BRIDGE, SENDER)], ['USDT', 6n]],
  ['in the token with the largest amount', [move('USDC', 3n), move('USDT', 4n)], ['USDT', 4n]],
  [
    'zero when the same amount came back',
    [move('USDC', 4n), move('USDC', 4n, BRIDGE, SENDER)],
    null,
  ],
  ['without transfers of others', [move('USDC', 4n, BRIDGE, BRIDGE)], null],
  ['zero without a transfer', [], null],
])('the sent amount of a transaction is %s', async (_, logs, expected) => {
  const sent = await readSent(chainWith({ logs }), transaction)
  expect(sent && [sent.token.symbol, sent.units]).toEqual(expected)
})

test('readSent returns null for a failed transaction or one with an oversized receipt', async () => {
  const logs = [move('USDC', 4n)]
  expect(await readSent(chainWith({ logs, succeeded: false }), transaction)).toBeNull()
  expect(await readSent(chainWith(null), transaction)).toBeNull()
})

test('readSent throws ChainUnavailableError if the chain lacks the block', async () => {
  const reading = readSent(chainWith({}, false), transaction)
  await expect(reading).rejects.toThrow(ChainUnavailableError)
})

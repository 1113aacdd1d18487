import { getNetwork } from '@secure-payment/core/networks'
import type { TronTransaction } from '@secure-payment/core/tron'
import type { Hex } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ChainClients } from '../../host/src/chains/chainClient.ts'
import { createChainClients } from '../../host/src/chains/createChainClients.ts'
import { ChainNotConfiguredError, ChainUnavailableError } from '../../host/src/chains/errors.ts'
import { readTronTranscript, startTronServer, type TronServer } from './support/startTronServer.ts'

const tron = getNetwork('tron')
const recorded = readTronTranscript()
const APPROVAL_ID = '687ebda6823ac950b336fc90d703bf6b54ffb84a9a22fbf70d3792867e6ef7db'
const PAYMENT_ID = '891916bc76fd6b4e8f9c4cab61640867fbba9c2399eac5dde8dc36a128998932'
const REVERTED_ID = 'ef4e43ced5970a957f3ea476143056d6b3d01fa2d3b8a3d0c8b2946800eb207e'
/** The recorded payer 4119e7e376…, by tronweb's `address.fromHex`. */
const PAYER = 'TCLBgkbfVkJroVBJVqBEsxtPNQEQMTQCLQ'
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const PROXY = 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd'

let servers: TronServer[]
let first: TronServer
let opened: ChainClients[]

beforeEach(async () => {
  first = await startTronServer()
  servers = [first]
  opened = []
})

afterEach(async () => {
  for (const one of [...opened, ...servers]) await one[Symbol.asyncDispose]()
})

async function secondServer(): Promise<TronServer> {
  const second = await startTronServer()
  servers.push(second)
  return second
}

function openClients(
  urls = servers.map(({ base }) => `${base}/jsonrpc`),
  nodeApiKey: string | null = null,
  leapMs = 120_000,
): ChainClients {
  const clients = createChainClients([{ network: tron, rpcUrls: urls, nodeApiKey }], {
    // The clock skips every pause, so that nodes are called again at once.
    nowMs: () => (now += leapMs),
    randomUnit: () => 0.5,
  })
  opened.push(clients)
  return clients
}
let now = 0

/** Returns a block in the format of java-tron's JSON-RPC, with its bloom of zeros. */
function wireBlock(number: number) {
  return {
    number: `0x${number.toString(16)}`,
    hash: hashOf(number),
    parentHash: hashOf(number - 1),
    timestamp: `0x${(1_795_233_573 + number * 3).toString(16)}`,
    logsBloom: `0x${'00'.repeat(256)}`,
    stateRoot: '0x',
  }
}

function hashOf(number: number): Hex {
  return `0x${number.toString(16).padStart(16, '0').padEnd(64, 'a')}`
}

function solidBlock(number: number) {
  const raw = { number, timestamp: 1_795_233_573_000, parentHash: hashOf(number - 1).slice(2) }
  return { json: { blockID: hashOf(number).slice(2), block_header: { raw_data: raw } } }
}

/** Serves JSON-RPC blocks up to `latest`. For the tag `finalized`, the node returns that block, or an error for null. */
function serveBlocks(server: TronServer, heights: { latest: number; finalized: number | null }) {
  server.rpc.set('eth_getBlockByNumber', ([tag]) => {
    if (tag === 'latest') return { result: wireBlock(heights.latest) }
    if (tag === 'finalized' && heights.finalized !== null) {
      return { result: wireBlock(heights.finalized) }
    }
    if (String(tag).startsWith('0x')) return { result: wireBlock(Number(tag)) }
    return { error: { code: -32602, message: `TAG ${String(tag)} not supported` } }
  })
}

function recordedLog() {
  const { result } = logsSchema.parse(recorded('logs').answer)
  return result[0]
}

const hex = z.templateLiteral(['0x', z.string()])
const logsSchema = z.object({
  result: z.tuple([z.looseObject({ address: z.string(), topics: z.array(hex) })]),
})

/** Returns the recorded approval as it was broadcast. */
function signedTransaction(): TronTransaction {
  return transactionSchema.parse(recorded('broadcast').request)
}

const transactionSchema = z.object({
  visible: z.boolean(),
  txID: z.string(),
  raw_data: z.custom<TronTransaction['raw_data']>((value) => typeof value === 'object'),
  raw_data_hex: z.string(),
  signature: z.array(z.string()),
})

const finalized = { mode: 'finalized', depth: 19 } as const

describe('A node’s URL', () => {
  test.each([
    ['the URL of its JSON-RPC', '/jsonrpc'],
    ['its base', ''],
    ['its base with a slash', '/'],
  ])('a node’s URL is set by %s', async (_, suffix) => {
    serveBlocks(first, { latest: 30, finalized: 20 })
    first.api.set('walletsolidity/getnowblock', solidBlock(11))
    const client = openClients([`${first.base}${suffix}`]).get('tron')
    const head = await client.getHead(undefined, finalized)
    expect(head).toMatchObject({ latest: { number: 30n }, finalized: 11n, safe: null })
    expect(first.requests.map(({ path }) => path)).toContain('walletsolidity/getnowblock')
  })

  test('a node’s URL is called with the configured key in a header, and without the header if there is no key', async () => {
    serveBlocks(first, { latest: 30, finalized: 20 })
    first.api.set('walletsolidity/getnowblock', solidBlock(11))
    await openClients(undefined, 'key-1').get('tron').getHead(undefined, finalized)
    expect(first.requests.map(({ headers }) => headers['tron-pro-api-key'])).toEqual(
      first.requests.map(() => 'key-1'),
    )
    first.requests.length = 0
    await openClients().get('tron').getHead(undefined, finalized)
    expect(first.requests.every(({ headers }) => !('tron-pro-api-key' in headers))).toBe(true)
  })

  test('a node’s URL receives no transaction if the node serves another chain', async () => {
    first.rpc.set('eth_chainId', () => ({ result: '0x94a9059e' }))
    const chain = openClients().getTron('tron')
    await expect(chain.broadcast(signedTransaction())).rejects.toThrow(
      /serves chain 2494104990 but is configured for chain 728126428/,
    )
    expect(first.requests.every(({ path }) => path === 'jsonrpc')).toBe(true)
  })
})

describe('The solidified block', () => {
  test.each([
    ['solidity is behind the JSON-RPC’s finalized', 18, 15, 15n],
    ['solidity is ahead of it', 15, 18, 15n],
    ['the JSON-RPC does not support finalized', null, 18, 18n],
  ])(
    'the solidified block is the lower of the node’s values: %s',
    async (_, rpcHeight, solidHeight, expected) => {
      serveBlocks(first, { latest: 40, finalized: rpcHeight })
      first.api.set('walletsolidity/getnowblock', solidBlock(solidHeight))
      const head = await openClients().get('tron').getHead(undefined, finalized)
      expect(head.finalized).toBe(expected)
    },
  )

  test.each([
    ['refuses', { status: 503, text: 'busy' }],
    ['fails', { status: 500, text: '<html>' }],
    ['returns no block', { json: {} }],
    [
      'reports that it has none',
      { json: { Error: 'class java.lang.NullPointerException : null' } },
    ],
    ['hangs up', 'reset' as const],
  ])(
    'the solidified block is unknown while solidity %s, regardless of the full node',
    async (_, answer) => {
      serveBlocks(first, { latest: 40, finalized: 30 })
      first.api.set('walletsolidity/getnowblock', answer)
      const client = openClients().get('tron')
      await expect(client.getHead(undefined, finalized)).rejects.toThrow(
        'does not return its finalized block',
      )
      first.api.set('walletsolidity/getnowblock', solidBlock(12))
      expect(await client.getHead(undefined, finalized)).toMatchObject({ finalized: 12n })
    },
  )

  test('the solidified block is JSON-RPC’s `finalized` block on a node without the HTTP interface, never a depth', async () => {
    serveBlocks(first, { latest: 40, finalized: 21 })
    const client = openClients().get('tron')
    expect(await client.getHead(undefined, finalized)).toMatchObject({ finalized: 21n })
    serveBlocks(first, { latest: 40, finalized: null })
    await expect(client.getHead(undefined, finalized)).rejects.toThrow(ChainUnavailableError)
  })

  test('the solidified block is requested without its transactions from a node that can omit them', async () => {
    serveBlocks(first, { latest: 40, finalized: 30 })
    first.api.set('walletsolidity/getblock', solidBlock(14))
    first.api.set('walletsolidity/getnowblock', solidBlock(13))
    expect(await openClients().get('tron').getHead(undefined, finalized)).toMatchObject({
      finalized: 14n,
    })
    expect(first.requests.find(({ path }) => path === 'walletsolidity/getblock')?.body).toEqual({
      detail: false,
    })
    first.api.set('walletsolidity/getblock', { status: 503, text: '' })
    await expect(openClients().get('tron').getHead(undefined, finalized)).rejects.toThrow(
      'does not return its finalized block',
    )
  })

  test('the solidified block is read from the next node when the first returns no result', async () => {
    const second = await secondServer()
    for (const server of servers) serveBlocks(server, { latest: 40, finalized: 30 })
    first.api.set('walletsolidity/getnowblock', { status: 503, text: '' })
    second.api.set('walletsolidity/getnowblock', solidBlock(25))
    const head = await openClients().get('tron').getHead(undefined, finalized)
    expect(head.finalized).toBe(25n)
  })

  test('the solidified block limits the logs that are read, and a bloom of zeros hides none of them', async () => {
    serveBlocks(first, { latest: 40, finalized: 40 })
    first.api.set('walletsolidity/getnowblock', solidBlock(4))
    const log = recordedLog()
    first.rpc.set('eth_getLogs', () => ({ result: [{ ...log, blockHash: hashOf(4) }] }))
    const client = openClients().get('tron')
    const filter = { addresses: [log.address], topics: log.topics.slice(0, 1) }
    const range = { fromBlock: 3n, toBlock: 4n }
    const answer = await client.getLogs(range, filter, { confirmedBy: finalized })
    expect(answer.logs).toMatchObject([{ transactionHash: `0x${PAYMENT_ID}`, blockNumber: 4n }])
    await expect(
      client.getLogs({ fromBlock: 3n, toBlock: 5n }, filter, { confirmedBy: finalized }),
    ).rejects.toThrow('does not report block 5 as confirmed')
  })
})

describe('A receipt', () => {
  const query = { blockHash: hashOf(4), logs: [] } as const
  const receiptOf = (id: string, blockNumber: number) => ({
    result: {
      transactionHash: `0x${id}`,
      blockNumber: `0x${blockNumber.toString(16)}`,
      blockHash: hashOf(blockNumber),
      status: '0x1',
      from: '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a',
      gasUsed: '0xffffff',
      effectiveGasPrice: '0x64',
      logs: [],
    },
  })
  const infoPath = 'walletsolidity/gettransactioninfobyid'
  const read = (id: string) =>
    openClients()
      .get('tron')
      .getReceipts([{ ...query, transactionHash: `0x${id}` }])

  test('a receipt contains the burnt TRX as the cost, not the used energy', async () => {
    first.rpc.set('eth_getTransactionReceipt', () => receiptOf(PAYMENT_ID, 4))
    first.api.set(infoPath, { json: recorded('paymentInfo').answer })
    expect(await read(PAYMENT_ID)).toMatchObject([{ succeeded: true, costUnits: 11_049_600n }])
    const { fee: _, ...staked } = recorded('paymentInfo').answer
    first.api.set(infoPath, { json: staked })
    expect(await read(PAYMENT_ID)).toMatchObject([{ succeeded: true, costUnits: 0n }])
  })

  test.each(['REVERT', 'OUT_OF_ENERGY', 'OUT_OF_TIME', 'DEFAULT', undefined])(
    'a receipt belongs to a failed transaction when contractRet is %s, regardless of the JSON-RPC',
    async (result) => {
      first.rpc.set('eth_getTransactionReceipt', () => receiptOf(REVERTED_ID, 5))
      const receipt = { energy_usage_total: 43_583, ...(result === undefined ? {} : { result }) }
      first.api.set(infoPath, { json: { ...recorded('revertedInfo').answer, receipt } })
      expect(await read(REVERTED_ID)).toMatchObject([{ succeeded: false }])
    },
  )

  test.each([
    ['does not have the transaction yet', { json: {} }],
    ['is down', { status: 503, text: '' }],
    [
      'returns another transaction',
      { json: { ...recorded('approveInfo').answer, blockNumber: 4 } },
    ],
    ['returns another block', { json: { ...recorded('paymentInfo').answer, blockNumber: 5 } }],
  ])('a receipt does not exist while solidity %s', async (_, answer) => {
    first.rpc.set('eth_getTransactionReceipt', () => receiptOf(PAYMENT_ID, 4))
    first.api.set(infoPath, answer)
    await expect(read(PAYMENT_ID)).rejects.toThrow(/lacks the receipt/)
  })

  test('a receipt is the result that most nodes return', async () => {
    const [second, third] = [await secondServer(), await secondServer()]
    for (const server of servers) {
      server.rpc.set('eth_getTransactionReceipt', () => receiptOf(PAYMENT_ID, 4))
      server.api.set(infoPath, { json: recorded('paymentInfo').answer })
    }
    first.api.set(infoPath, { json: { ...recorded('paymentInfo').answer, receipt: {} } })
    expect(await read(PAYMENT_ID)).toMatchObject([{ succeeded: true }])
    second.api.set(infoPath, { json: {} })
    third.api.set(infoPath, 'reset')
    await expect(read(PAYMENT_ID)).rejects.toThrow(ChainUnavailableError)
  })
})

describe('Readiness', () => {
  const call = { owner: PAYER, contract: PROXY, data: '0xc219a14d00' } as const
  const parameters = [
    { key: 'getMaintenanceTimeInterval', value: 21_600_000 },
    { key: 'getTransactionFee', value: 1_000 },
    { key: 'getEnergyFee', value: 210 },
    { key: 'getAllowTvmCancun' },
  ]

  beforeEach(() => {
    first.api.set('wallet/getaccount', { json: recorded('account').answer })
    first.api.set('wallet/getaccountresource', { json: recorded('resources').answer })
    first.api.set('wallet/triggerconstantcontract', { json: recorded('readBalanceCall').answer })
    first.api.set('wallet/getchainparameters', { json: { chainParameter: parameters } })
  })

  test('readiness is parsed from the recorded responses, with addresses in hex', async () => {
    expect(await openClients().getTron('tron').readReadiness(call)).toEqual({
      trxSun: 1_000_000_000n,
      energyAvailable: 1_000_000n,
      energyRequired: 1_000n,
      bandwidthAvailable: 600n,
      energyPriceSun: 210n,
      bandwidthPriceSun: 1_000n,
    })
    const bodies = new Map(first.requests.map(({ path, body }) => [path, body]))
    expect(bodies.get('wallet/getaccount')).toMatchObject({
      address: '4119e7e376e7c213b7e7e7e46cc70a5dd086daff2a',
    })
    expect(bodies.get('wallet/triggerconstantcontract')).toMatchObject({
      owner_address: '4119e7e376e7c213b7e7e7e46cc70a5dd086daff2a',
      contract_address: '411b6ca35d39842cf8fbe49000653a1505412da659',
      data: 'c219a14d00',
    })
  })

  test('readiness counts a busy contract’s penalty once: energy_used includes it', async () => {
    const answer = {
      ...recorded('readBalanceCall').answer,
      energy_used: 64_285,
      energy_penalty: 49_635,
    }
    first.api.set('wallet/triggerconstantcontract', { json: answer })
    expect(await openClients().getTron('tron').readReadiness(call)).toMatchObject({
      energyRequired: 64_285n,
    })
  })

  test('readiness is zero for an empty wallet', async () => {
    first.api.set('wallet/getaccount', { json: {} })
    first.api.set('wallet/getaccountresource', {
      json: { freeNetUsed: 700, freeNetLimit: 600, NetLimit: 5, EnergyUsed: 10 },
    })
    expect(await openClients().getTron('tron').readReadiness(call)).toMatchObject({
      trxSun: 0n,
      energyAvailable: 0n,
      bandwidthAvailable: 5n,
    })
  })

  test.each([
    { result: { result: true, message: '5245' }, transaction: { ret: [{ ret: 'FAILED' }] } },
    { result: { code: 'CONTRACT_VALIDATE_ERROR', message: '4e6f' } },
  ])('readiness uses the usual energy for a call that would fail now: %j', async (answer) => {
    first.api.set('wallet/triggerconstantcontract', { json: { energy_used: 900, ...answer } })
    const { energyRequired } = await openClients().getTron('tron').readReadiness(call)
    expect(energyRequired).toBe(210_000n)
  })

  test('readiness is read from the next node if one fails, and fails if no node responds', async () => {
    const second = await secondServer()
    for (const [path, answer] of first.api) second.api.set(path, answer)
    first.api.set('wallet/getaccount', { json: { Error: 'request rate exceeded' } })
    const chain = openClients().getTron('tron')
    expect(await chain.readReadiness(call)).toMatchObject({ trxSun: 1_000_000_000n })
    second.api.set('wallet/getaccount', { json: { balance: 'much' } })
    await expect(chain.readReadiness(call)).rejects.toThrow(ChainUnavailableError)
  })

  test('the newest block provides a new transaction’s reference', async () => {
    first.api.set('wallet/getblock', { json: recorded('block').answer })
    expect(await openClients().getTron('tron').getReferenceBlock()).toEqual({
      number: 4n,
      id: '0000000000000004fc2a1a2c58b0207d5c765aa7ac16b0440412555d5b3451a1',
      timestampMs: 1_795_233_573_000,
    })
  })
})

describe('A signed transaction', () => {
  const path = 'wallet/broadcasttransaction'
  const accepted = { json: { result: true, txid: APPROVAL_ID } }
  const refused = (code: string) => ({ json: { code, txid: APPROVAL_ID, message: '6e6f' } })

  test('a signed transaction is sent to every node unchanged', async () => {
    const second = await secondServer()
    for (const server of servers) server.api.set(path, { json: recorded('broadcast').answer })
    const outcome = await openClients().getTron('tron').broadcast(signedTransaction())
    expect(outcome).toEqual({ accepted: true, code: null, message: null })
    for (const server of [first, second]) {
      const sent = server.requests.find((request) => request.path === path)
      expect(sent?.body).toEqual(recorded('broadcast').request)
    }
  })

  test('a signed transaction’s broadcast returns the node’s code and text if a node rejects it', async () => {
    first.api.set(path, { json: recorded('refused').answer })
    expect(await openClients().getTron('tron').broadcast(signedTransaction())).toEqual({
      accepted: false,
      code: 'SIGERROR',
      message: 'Validate signature error: 411563915e194d8cfba1943570603f7606a3115508',
    })
  })

  test.each([
    [
      'a node that already has the transaction has accepted it',
      'DUP_TRANSACTION_ERROR',
      'SERVER_BUSY',
      true,
    ],
    [
      'a definite result has priority over a busy node',
      'SERVER_BUSY',
      'BANDWITH_ERROR',
      'BANDWITH_ERROR',
    ],
    ['a definite result has priority over a node that lags', 'TAPOS_ERROR', 'SIGERROR', 'SIGERROR'],
  ])(
    'a signed transaction returns the most favourable response: %s',
    async (_, one, other, expected) => {
      const second = await secondServer()
      first.api.set(path, refused(one))
      second.api.set(path, refused(other))
      const outcome = await openClients().getTron('tron').broadcast(signedTransaction())
      expect(outcome.accepted ? true : outcome.code).toBe(expected)
    },
  )

  test('a signed transaction is accepted when one node of several accepts it', async () => {
    const second = await secondServer()
    first.api.set(path, 'reset')
    second.api.set(path, accepted)
    const chain = openClients().getTron('tron')
    expect(await chain.broadcast(signedTransaction())).toMatchObject({ accepted: true })
    second.api.set(path, { status: 503, text: '' })
    await expect(chain.broadcast(signedTransaction())).rejects.toThrow(ChainUnavailableError)
  })
})

describe('A transaction lookup', () => {
  beforeEach(() => {
    first.api.set('wallet/gettransactionbyid', { json: recorded('transaction').answer })
    first.api.set('wallet/gettransactioninfobyid', { json: recorded('approveInfo').answer })
    first.api.set('wallet/gettransactionfrompending', { json: {} })
  })
  const find = (txID: string) => openClients().getTron('tron').findTransaction(txID)

  test('a transaction lookup returns the block and the cost', async () => {
    expect(await find(APPROVAL_ID)).toMatchObject({
      txID: APPROVAL_ID,
      blockNumber: 3n,
      result: 'SUCCESS',
      feeSun: 4_950_100n,
    })
  })

  test('a transaction lookup returns the reason for a failure', async () => {
    const transaction = recorded('transaction').answer
    first.api.set('wallet/gettransactionbyid', {
      json: { ...transaction, ret: [{ contractRet: 'OUT_OF_ENERGY' }] },
    })
    expect(await find(APPROVAL_ID)).toMatchObject({ blockNumber: 3n, result: 'OUT_OF_ENERGY' })
  })

  test('a transaction lookup returns no block while the node responds with the outcome of another transaction', async () => {
    first.api.set('wallet/gettransactioninfobyid', { json: recorded('paymentInfo').answer })
    expect(await find(APPROVAL_ID)).toMatchObject({ blockNumber: null, result: null })
  })

  test('a transaction lookup finds a transaction that waits for a block', async () => {
    first.api.set('wallet/gettransactionbyid', { json: {} })
    first.api.set('wallet/gettransactionfrompending', { json: recorded('transaction').answer })
    expect(await find(APPROVAL_ID)).toMatchObject({ blockNumber: null, result: null })
  })

  test('a transaction lookup succeeds although one node lags, is down or returns another transaction', async () => {
    const second = await secondServer()
    for (const [path, answer] of first.api) second.api.set(path, answer)
    for (const answer of [{ json: {} }, { status: 503, text: '' }]) {
      first.api.set('wallet/gettransactionbyid', answer)
      expect(await find(APPROVAL_ID)).toMatchObject({ blockNumber: 3n })
    }
    expect(await find(PAYMENT_ID)).toBeNull()
  })

  test.each([404, 405, 501])(
    'a transaction lookup continues immediately after a node without the pool’s method (%i)',
    async (status) => {
      first.api.set('wallet/gettransactionbyid', { json: {} })
      first.api.set('wallet/gettransactionfrompending', { status, text: '' })
      const tron = openClients([`${first.base}/jsonrpc`], null, 0).getTron('tron')
      first.api.set('wallet/getblock', { json: recorded('block').answer })
      expect(await tron.findTransaction(APPROVAL_ID)).toBeNull()
      expect(await tron.getReferenceBlock()).toMatchObject({ id: expect.any(String) })
    },
  )

  test('a transaction lookup returns unknown only when a node reports the transaction as unknown', async () => {
    for (const path of ['wallet/gettransactionbyid', 'wallet/gettransactionfrompending']) {
      first.api.set(path, { json: {} })
    }
    expect(await find(APPROVAL_ID)).toBeNull()
    first.api.set('wallet/gettransactionbyid', 'reset')
    await expect(find(APPROVAL_ID)).rejects.toThrow(ChainUnavailableError)
  })
})

test('A payer’s token balances are keyed by the token addresses in the request', async () => {
  first.rpc.set('eth_gasPrice', () => ({ result: '0x64' }))
  first.rpc.set('eth_getBalance', () => ({ result: '0x5' }))
  first.rpc.set('eth_call', () => ({ result: `0x${'7'.padStart(64, '0')}` }))
  const state = await openClients()
    .get('tron')
    .readPayerState({ wallet: PAYER, tokens: [USDT], spender: PROXY })
  expect(state).toEqual({
    nativeUnits: 5n,
    gasPriceUnits: 100n,
    tokens: { [USDT]: { balanceUnits: 7n, allowanceUnits: 7n } },
  })
})

test('An EVM network has no Tron client', () => {
  const clients = createChainClients([{ network: getNetwork('base'), rpcUrls: [first.base] }])
  opened.push(clients)
  expect(() => clients.getTron('base')).toThrow(ChainNotConfiguredError)
  expect(() => clients.getTron('tron')).toThrow(ChainNotConfiguredError)
})

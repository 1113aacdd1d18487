import { getNetwork } from '@secure-payment/core/networks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ChainUnavailableError } from '../../host/src/chains/errors.ts'
import { createCursor, readCursor, saveHead } from '../../host/src/detection/cursorRows.ts'
import { findCanonicalCursor } from '../../host/src/detection/findCanonicalCursor.ts'
import { firstCursor } from '../../host/src/detection/firstCursor.ts'
import { createRequests } from './support/createRequests.ts'
import { type Outbox, startOutbox } from './support/startOutbox.ts'

const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const NETWORK = getNetwork('devnet')
const hashOf = (number: bigint, branch = 'a') => `0x${branch}${number}`

let outbox: Outbox

beforeEach(async () => {
  outbox = await startOutbox()
})

afterEach(() => outbox[Symbol.asyncDispose]())

describe('A network’s cursor', () => {
  const at = (number: bigint) => ({
    blockNumber: number,
    blockHash: hashOf(number),
    headNumber: number + 5n,
  })

  test('a network’s cursor is the cursor of the host that starts first', async () => {
    const { context } = outbox
    await createCursor(context, 'devnet', at(7n))
    await createCursor(context, 'devnet', at(9n))
    expect(await readCursor(context, 'devnet')).toEqual({
      ...at(7n),
      updatedAtMs: outbox.clock.nowMs,
    })
    const checkpoints = await context.db.kysely
      .selectFrom('block_checkpoints')
      .selectAll()
      .execute()
    expect(checkpoints).toEqual([{ network: 'devnet', block_number: 7n, block_hash: hashOf(7n) }])
  })

  test('a network’s cursor can begin at a block that is already recorded', async () => {
    const { context } = outbox
    const row = { network: 'devnet', block_number: 7n, block_hash: hashOf(7n) }
    await context.db.kysely.insertInto('block_checkpoints').values(row).execute()
    await createCursor(context, 'devnet', at(7n))
    expect(await readCursor(context, 'devnet')).toMatchObject({ blockNumber: 7n })
  })

  test('a network’s cursor has the newest height of its own network', async () => {
    const { context } = outbox
    await createCursor(context, 'devnet', at(7n))
    await createCursor(context, 'base', at(7n))
    outbox.clock.nowMs += 1_000
    await saveHead(context, 'devnet', 20n)
    expect(await readCursor(context, 'devnet')).toMatchObject({
      headNumber: 20n,
      updatedAtMs: outbox.clock.nowMs,
    })
    expect(await readCursor(context, 'base')).toMatchObject({ headNumber: 12n })
    expect(await readCursor(context, 'mainnet')).toBeNull()
  })
})

describe('The newest recorded block that is on the chain', () => {
  let calls: number

  /** Returns a client whose nodes agree on the recorded blocks up to `canonical`, and on different blocks after it. */
  const clientWith = (canonical: bigint) => ({
    network: NETWORK,
    getAgreedBlocks: async (numbers: readonly bigint[]) => {
      calls += 1
      return numbers.map((number) => ({ hash: hashOf(number, number <= canonical ? 'a' : 'b') }))
    },
  })
  const find = (canonical: bigint) =>
    findCanonicalCursor(outbox.context, clientWith(canonical) as never, {
      blockNumber: 120n,
      blockHash: hashOf(120n),
    })

  beforeEach(async () => {
    calls = 0
    const rows = Array.from({ length: 120 }, (_, index) => ({
      network: 'devnet',
      block_number: BigInt(index + 1),
      block_hash: hashOf(BigInt(index + 1)),
    }))
    await outbox.context.db.kysely.insertInto('block_checkpoints').values(rows).execute()
  })

  test.each([
    [120n, 1],
    [71n, 1],
    [70n, 2],
    [1n, 3],
  ])(
    'the newest recorded block that is on the chain is found at block %s, 50 blocks per call',
    async (canonical, expected) => {
      const blockHash = hashOf(canonical)
      expect(await find(canonical)).toEqual({ blockNumber: canonical, blockHash })
      expect(calls).toBe(expected)
    },
  )

  test('the newest recorded block that is on the chain causes an error if the nodes have none of the recorded blocks, each compared once', async () => {
    const error = await find(0n).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ChainUnavailableError)
    expect(String(error)).toContain('Check PAY_RPC_URL_DEVNET, or use an empty database')
    expect(calls).toBe(3)
  })
})

describe('The first cursor', () => {
  /** Returns a client for a chain with a block every 10 seconds since `startS`; the head is block 1,000. */
  const clientSince = (startS: number) => {
    const block = (number: bigint) => ({
      number,
      hash: hashOf(number),
      timestampS: startS + Number(number) * 10,
    })
    return {
      network: NETWORK,
      getHead: async (watched: bigint | undefined) => ({
        latest: block(1_000n),
        safe: 'unsupported',
        finalized: 'unsupported',
        watched: watched === undefined ? null : block(watched),
      }),
      getBlocks: async (numbers: readonly bigint[]) => numbers.map(block),
      getAgreedBlocks: async (numbers: readonly bigint[]) => numbers.map(block),
    }
  }
  const begin = (startS: number, startBlock: bigint | null = null) =>
    firstCursor(outbox.context, clientSince(startS) as never, {
      startBlock,
      finality: { mode: 'depth', depth: 5 },
    })
  const createdS = () => outbox.clock.nowMs / 1_000
  const addRequest = () =>
    createRequests(outbox.context, NETWORK, [{ payee: PAYEE, token: null, units: 1n }])

  test('the first cursor is the confirmed head if no request can have been paid', async () => {
    expect(await begin(0)).toEqual({ blockNumber: 995n, blockHash: hashOf(995n) })
  })

  test('the first cursor is the block before the operator’s configured start block, at most the confirmed head', async () => {
    expect(await begin(0, 500n)).toEqual({ blockNumber: 499n, blockHash: hashOf(499n) })
    expect(await begin(0, 0n)).toEqual({ blockNumber: 0n, blockHash: hashOf(0n) })
    expect(await begin(0, 996n)).toEqual({ blockNumber: 995n, blockHash: hashOf(995n) })
    expect(await begin(0, 997n)).toBeNull()
  })

  test('the first cursor is the newest block that is at least ten minutes older than the oldest request', async () => {
    await addRequest()
    // Block 300 is exactly ten minutes older than the request.
    expect(await begin(createdS() - 600 - 3_000)).toMatchObject({ blockNumber: 300n })
    expect(await begin(createdS() - 600 - 3_009)).toMatchObject({ blockNumber: 300n })
    expect(await begin(createdS() - 600 - 2_999)).toMatchObject({ blockNumber: 299n })
  })

  test('the first cursor is block 0 if the chain starts less than ten minutes before the oldest request', async () => {
    await addRequest()
    expect(await begin(createdS())).toMatchObject({ blockNumber: 0n })
  })

  test('the first cursor is the confirmed head if all requests are newer', async () => {
    await addRequest()
    expect(await begin(createdS() - 600 - 20_000)).toMatchObject({ blockNumber: 995n })
  })
})

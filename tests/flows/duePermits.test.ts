import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RELAYER_ACCOUNT, testTokenAbi } from '@secure-payment/devnet'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Row } from '../../host/src/db/schema.ts'
import { type PermitWire, signPermit } from './support/permitWire.ts'
import { type Payer, type Payouts, startPayouts } from './support/startPayouts.ts'
import { waitFor } from './support/waitFor.ts'

const USDC = 1_000_000n
const UNITS = 12_500_000n
/** The age at which an unmined transaction is replaced. */
const STUCK_MS = 60_000

/** The log level of warnings. */
const WARN = 40

/** A payment attempt, and the permit that its payer must sign. */
type Begun = { token: string; attemptId: string; payer: Payer; permit: PermitWire }

let world: Payouts
/** The deny list's file, and its folder. */
let denied: string
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deny-list-'))
  denied = join(folder, 'denied.txt')
  await writeFile(denied, '')
  world = await startPayouts({
    PAY_RELAY_PERMITS: 'true',
    PAY_SCREENING: 'list',
    PAY_SCREENING_LIST_FILE: denied,
  })
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

let payer: Payer
let begun: Begun
let before: number
beforeEach(async () => {
  payer = await createPayer()
  begun = await begin()
  before = await relayed()
})

const createPayer = () => world.createPayer({ units: 100n * USDC, allowanceUnits: 0n })
const kysely = () => world.test.host.context.db.kysely

async function begin(of: Payer = payer): Promise<Begun> {
  const { token } = await world.test.createPayment()
  const path = `/v2/secure-payments/${token}`
  const attemptId = randomUUID()
  const { json } = await world.test.call('GET', `${path}/pay?wallet=${of.address}`)
  const { status } = await world.test.call('POST', `${path}/attempts`, {
    body: {
      attemptId,
      wallet: of.address,
      chain: 'devnet',
      token: 'USDC',
      calldataHash: `0x${'5b'.repeat(32)}`,
    },
  })
  expect(status).toBe(201)
  return { token, attemptId, payer: of, permit: json.metadata.permit }
}

/** Stores an accepted but unsent permit, as a host leaves it when it dies during the call. */
async function store(of: Begun, changes: Partial<Row<'permits'>> = {}): Promise<void> {
  const { domain, message } = of.permit
  const at = world.test.clock.now().toISOString()
  const { tenant_id } = await kysely()
    .selectFrom('secure_payments')
    .select('tenant_id')
    .where('token', '=', of.token)
    .executeTakeFirstOrThrow()
  await kysely()
    .insertInto('permits')
    .values({
      id: randomUUID(),
      tenant_id,
      token: of.token,
      attempt_id: of.attemptId,
      network: 'devnet',
      token_address: domain.verifyingContract,
      owner: message.owner,
      spender: message.spender,
      value_units: message.value,
      deadline_s: BigInt(message.deadline),
      signature: await signPermit(of.payer, of.permit),
      status: 'due',
      tx_hash: null,
      created_at: at,
      updated_at: at,
      ...changes,
    })
    .execute()
}

const read = ({ attemptId }: Begun) =>
  kysely()
    .selectFrom('permits')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .executeTakeFirstOrThrow()

const asHash = (stored: string | null): `0x${string}` => `0x${stored?.slice(2) ?? ''}`

const until = (of: Begun, status: Row<'permits'>['status']) =>
  waitFor(`the permit to be ${status}`, async () => {
    const row = await read(of)
    return row.status === status ? row : null
  })

const relayed = () =>
  kysely()
    .selectFrom('relayer_transactions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
    .then(({ count }) => Number(count))

const untilAllowed = ({ permit }: Begun) =>
  waitFor('the allowance', async () => {
    const units = await world.chains.client('devnet').readContract({
      address: permit.domain.verifyingContract,
      abi: testTokenAbi,
      functionName: 'allowance',
      args: [permit.message.owner, permit.message.spender],
    })
    return units === UNITS ? true : null
  })

test('A permit that its token would reject is rejected without any gas', async () => {
  await store(begun)
  await until(begun, 'sent')
  await untilAllowed(begun)
  const sent = await relayed()
  // The permit is for another payment, but its nonce is already used.
  const other = { ...(await begin()), permit: begun.permit }
  await store(other)
  await until(other, 'refused')
  expect(await relayed()).toBe(sent)
})

/** An address at which tests deploy a token's code. */
const TOKEN = '0x00000000000000000000000000000000000c0de1'
const GREEDY_TOKEN = '0x00000000000000000000000000000000000c0de2'
/** Code that reverts on every call: `push0 push0 revert`. */
const REVERTING = '0x5f5ffd'

/** Returns code that accepts every call and writes the given number of new slots: 22,100 gas each, by EIP-2929. */
function writing(slots: number): `0x${string}` {
  // push1 1, push1 <slot>, sstore; stop at the end.
  const writes = Array.from({ length: slots }, (_, slot) => `600160${byte(slot)}55`)
  return `0x${writes.join('')}00`
}

const byte = (value: number) => value.toString(16).padStart(2, '0')

test('A permit is sent for at most 200,000 gas: the host does not pay for tokens that need more', async () => {
  const client = world.chains.client('devnet')
  // With 21,000 gas per transaction and about 3,000 for its data, 7 slots cost 179,000 gas, and 9 slots 223,000.
  await client.setCode({ address: TOKEN, bytecode: writing(7) })
  await store(begun, { token_address: TOKEN })
  const { tx_hash } = await until(begun, 'sent')
  const { gasUsed } = await client.waitForTransactionReceipt({ hash: asHash(tx_hash) })
  expect(gasUsed).toBeGreaterThan(175_000n)
  await client.setCode({ address: GREEDY_TOKEN, bytecode: writing(9) })
  const other = await begin()
  await store(other, { token_address: GREEDY_TOKEN })
  await until(other, 'refused')
  expect(await relayed()).toBe(before + 1)
})

test('A permit that reverts in its block is logged, and its nonce is used up', async () => {
  const client = world.chains.client('devnet')
  await client.setCode({ address: TOKEN, bytecode: writing(0) })
  await client.setAutomine(false)
  let sent: Row<'permits'>
  try {
    await store(begun, { token_address: TOKEN })
    sent = await until(begun, 'sent')
    await client.setCode({ address: TOKEN, bytecode: REVERTING })
  } finally {
    await client.setAutomine(true)
    await client.mine({ blocks: 1 })
  }
  const line = await waitFor('the log line', () => world.logged('Reverted permit')[0] ?? null)
  const receipt = await client.getTransactionReceipt({ hash: asHash(sent.tx_hash) })
  expect(receipt.status).toBe('reverted')
  expect(line).toMatchObject({
    level: WARN,
    network: 'devnet',
    permitId: sent.id,
    txHash: sent.tx_hash,
    blockNumber: String(receipt.blockNumber),
  })
  const closed = await kysely()
    .selectFrom('relayer_transactions')
    .select('status')
    .where('hash', '=', sent.tx_hash ?? '')
    .execute()
  expect(closed).toEqual([{ status: 'reverted' }])
  expect(await relayed()).toBe(before + 1)
})

const endings: readonly [string, (of: Begun) => Promise<unknown>][] = [
  [
    'attempt is released',
    ({ token, attemptId }) =>
      world.test.call('DELETE', `/v2/secure-payments/${token}/attempts/${attemptId}`),
  ],
  [
    'payment was sent',
    ({ attemptId }) =>
      kysely()
        .updateTable('attempts')
        .set({ tx_hash: `0x${'7c'.repeat(32)}` })
        .where('id', '=', attemptId)
        .execute(),
  ],
  [
    'link has expired',
    ({ token }) =>
      kysely()
        .updateTable('secure_payments')
        .set({ expires_at: world.test.clock.now().toISOString() })
        .where('token', '=', token)
        .execute(),
  ],
  [
    'payment is complete',
    ({ token }) =>
      kysely()
        .updateTable('secure_payments')
        .set({ status: 'completed' })
        .where('token', '=', token)
        .execute(),
  ],
]
test.each(endings)('A permit is no longer sent when its %s', async (_, end) => {
  await end(begun)
  await store(begun)
  await until(begun, 'dropped')
  expect(await relayed()).toBe(before)
})

test('A permit that a killed host left unsent is dropped, because the payer’s page has since requested an approval', async () => {
  const longAgo = new Date(world.test.clock.now().getTime() - 20_000).toISOString()
  await store(begun, { created_at: longAgo })
  await until(begun, 'dropped')
  expect(await relayed()).toBe(before)
})

test('A second permit for one owner and token waits for the first, and wastes no gas', async () => {
  const client = world.chains.client('devnet')
  const second = await begin()
  const somebody = await begin(await createPayer())
  await client.setAutomine(false)
  try {
    await store(begun)
    await store(second)
    await until(begun, 'sent')
    await store(somebody)
    await until(somebody, 'sent')
    // By then the host has also checked the second permit.
    expect((await read(second)).status).toBe('due')
  } finally {
    await client.setAutomine(true)
    await client.mine({ blocks: 1 })
  }
  await until(second, 'refused')
  expect(await relayed()).toBe(before + 2)
})

test('A stuck permit is sent again at a higher fee, and its call returns the transaction that can still be mined', async () => {
  const client = world.chains.client('devnet')
  await client.setAutomine(false)
  let first: Row<'permits'>
  let replaced: Row<'permits'>
  try {
    await store(begun)
    first = await until(begun, 'sent')
    world.test.clock.advance(STUCK_MS)
    replaced = await waitFor('another transaction', async () => {
      const row = await read(begun)
      return row.tx_hash === first.tx_hash ? null : row
    })
    await world.untilSent(replaced.tx_hash)
  } finally {
    await client.setAutomine(true)
    await client.mine({ blocks: 1 })
  }
  await untilAllowed(begun)
  const hash = asHash(replaced.tx_hash)
  expect((await client.getTransactionReceipt({ hash })).status).toBe('success')
  const again = await world.test.call('POST', `/v2/secure-payments/${begun.token}/permit`, {
    body: {
      signature: first.signature,
      deadline: begun.permit.message.deadline,
      attemptId: begun.attemptId,
    },
  })
  expect([again.status, again.json.txHash]).toEqual([202, hash])
  expect(world.logged('Permit mined').length).toBeGreaterThan(0)
})

/** Signs again with another deadline, relative to now. */
const expiring = (of: Begun, seconds: number): Begun => {
  const deadline = Math.floor(world.test.clock.now().getTime() / 1_000) + seconds
  return { ...of, permit: { ...of.permit, message: { ...of.permit.message, deadline } } }
}

test('A permit that could not be mined before its deadline is not sent', async () => {
  const late = expiring(begun, 20)
  await store(late)
  await until(late, 'dropped')
  expect(await relayed()).toBe(before)
})

test('A permit that is unmined at its deadline is cancelled', async () => {
  const client = world.chains.client('devnet')
  const short = expiring(begun, 600)
  await client.setAutomine(false)
  try {
    await store(short)
    await until(short, 'sent')
    world.test.clock.advance(601_000)
    const recalled = await waitFor(
      'the log line',
      () => world.logged('Recalled a permit')[0] ?? null,
    )
    await world.untilSent(String(recalled['txHash']))
  } finally {
    await client.setAutomine(true)
    await client.mine({ blocks: 1 })
  }
  await waitFor('the nonce to be used up', () => world.logged('Used up a nonce')[0] ?? null)
  expect(await relayed()).toBe(before + 2)
})

test('A permit waits while the relayer has too few coins, and is dropped after 20 seconds', async () => {
  const client = world.chains.client('devnet')
  const { address } = RELAYER_ACCOUNT
  const value = await client.getBalance({ address })
  await client.setBalance({ address, value: 1n })
  try {
    await store(begun)
    await waitFor(
      'the log line',
      () =>
        world
          .logged('Held back recurring payments')
          .find(({ reason }) => reason === 'out_of_coins') ?? null,
    )
    expect((await read(begun)).status).toBe('due')
    world.test.clock.advance(20_000)
    await until(begun, 'dropped')
  } finally {
    await client.setBalance({ address, value })
  }
  expect(await relayed()).toBe(before)
})

test('A permit whose owner was denied after the submission is refused, and costs no gas', async () => {
  await writeFile(denied, `${payer.address} case-17`)
  await store(begun)
  await until(begun, 'refused')
  expect(await relayed()).toBe(before)
})

import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Signed, startSigned } from './support/startSigned.ts'
import { waitFor } from './support/waitFor.ts'

/** The time after which a transaction of an earlier key no longer counts, and a little more. */
const LATER_MS = 61_000

/** The host serves calls and watches the chain; each test starts the hosts that send. */
let signed: Signed
let key: `0x${string}`
let formerKey: `0x${string}`
beforeAll(async () => {
  signed = await startSigned({ PAY_ROLE: 'api,watcher', PAY_SPONSOR_HOURLY_PAYER: '100' })
})
afterAll(() => signed?.[Symbol.asyncDispose]())
beforeEach(async () => {
  key = generatePrivateKey()
  formerKey = generatePrivateKey()
  for (const one of [key, formerKey]) {
    const { address } = privateKeyToAccount(one)
    await client().setBalance({ address, value: 10n ** 18n })
  }
})

const client = () => signed.world.chains.client('devnet')
const startSender = (env: Record<string, string> = {}) =>
  signed.world.test.startNeighbour({ PAY_ROLE: 'worker', ...env })

/** Returns the senders, the nonces and the states of a payment's transactions. */
async function transactionsOf(id: string) {
  return signed.world.test.host.context.db.kysely
    .selectFrom('relayer_transactions')
    .select(['relayer', 'nonce', 'status'])
    .where('recurring_payment_id', '=', `signed:${id}`)
    .execute()
}

/** Submits a payment that a host sends, and that the chain does not mine. Then stops this host. */
async function sendUnmined() {
  const begun = await signed.begin(await signed.createPayer())
  const { json } = await begun.submit(await begun.sign())
  await client().setAutomine(false)
  await using _sender = await startSender({ PAY_RELAYER_PRIVATE_KEY: formerKey })
  const { tx_hash } = await signed.until(json.id, 'sent')
  await signed.world.untilSent(tx_hash)
  return {
    id: String(json.id),
    requestId: begun.requestId,
    hash: `0x${tx_hash?.slice(2)}` as const,
  }
}

/** Mines blocks until one contains the transaction. */
async function mineUntilIn(hash: `0x${string}`): Promise<void> {
  await waitFor('the block of the transaction', async () => {
    await client().mine({ blocks: 1 })
    return client()
      .getTransactionReceipt({ hash })
      .catch(() => null)
  })
}

test('a relayer with another key makes a payment once after the nodes lost the transaction of the earlier key', async () => {
  try {
    const { id, requestId, hash } = await sendUnmined()
    await client().dropTransaction({ hash })
    await client().setAutomine(true)
    signed.world.test.clock.advance(LATER_MS)
    await using _other = await startSender({ PAY_RELAYER_PRIVATE_KEY: key })
    const { payment_hash } = await signed.until(id, 'confirmed')
    expect(await signed.made(payment_hash)).toBe(1)
    expect(await signed.payments(requestId)).toHaveLength(1)
    await waitFor('the end of all transactions', async () =>
      (await transactionsOf(id)).every(({ status }) => status !== 'pending') ? true : null,
    )
    expect(await transactionsOf(id)).toHaveLength(2)
  } finally {
    await client().setAutomine(true)
  }
})

test('a payment that an earlier key sent is made once if its transaction is mined after the change, and no transaction stays pending', async () => {
  try {
    const { id, requestId, hash } = await sendUnmined()
    await using _other = await startSender({ PAY_RELAYER_PRIVATE_KEY: key })
    await mineUntilIn(hash)
    const { payment_hash } = await signed.until(id, 'confirmed')
    expect(await signed.made(payment_hash)).toBe(1)
    expect(await signed.payments(requestId)).toHaveLength(1)
    expect(await transactionsOf(id)).toMatchObject([{ status: 'dropped' }])
  } finally {
    await client().setAutomine(true)
  }
})

test('a relayer with another key spends no gas on a payment while the nodes have the transaction of the earlier key', async () => {
  try {
    const { id, requestId, hash } = await sendUnmined()
    signed.world.test.clock.advance(LATER_MS)
    await using _other = await startSender({ PAY_RELAYER_PRIVATE_KEY: key })
    await waitFor('the simulation', async () =>
      (await signed.row(id)).reason === 'would_revert' ? true : null,
    )
    await mineUntilIn(hash)
    const { payment_hash } = await signed.until(id, 'confirmed')
    expect(await signed.made(payment_hash)).toBe(1)
    expect(await signed.payments(requestId)).toHaveLength(1)
    expect(await transactionsOf(id)).toHaveLength(1)
  } finally {
    await client().setAutomine(true)
  }
})

/** Starts a sender with a key, and waits for a further transaction of a payment, which no block contains. Then stops this host. */
async function sendAgain(id: string, key: `0x${string}`): Promise<`0x${string}`> {
  const { tx_hash: before } = await signed.row(id)
  await using _sender = await startSender({ PAY_RELAYER_PRIVATE_KEY: key })
  const after = await waitFor('the next transaction', async () => {
    const { tx_hash, status } = await signed.row(id)
    return status === 'sent' && tx_hash !== before ? tx_hash : null
  })
  await signed.world.untilSent(after)
  return `0x${after?.slice(2)}`
}

test('a relayer whose key is restored sends the same bytes again after the nodes lost the transactions of both keys', async () => {
  try {
    const { id, requestId, hash } = await sendUnmined()
    await client().dropTransaction({ hash })
    signed.world.test.clock.advance(LATER_MS)
    const other = await sendAgain(id, key)
    await client().dropTransaction({ hash: other })
    signed.world.test.clock.advance(LATER_MS)
    await client().setAutomine(true)
    await using _restored = await startSender({ PAY_RELAYER_PRIVATE_KEY: formerKey })
    const { payment_hash } = await signed.until(id, 'confirmed')
    expect(await signed.made(payment_hash)).toBe(1)
    expect(await signed.payments(requestId)).toHaveLength(1)
  } finally {
    await client().setAutomine(true)
  }
})

test('a relayer whose key is restored raises the offer of its transaction that the nodes kept meanwhile', async () => {
  try {
    const { id, requestId } = await sendUnmined()
    signed.world.test.clock.advance(LATER_MS)
    {
      await using _other = await startSender({ PAY_RELAYER_PRIVATE_KEY: key })
      await waitFor('the simulation', async () =>
        (await signed.row(id)).reason === 'would_revert' ? true : null,
      )
    }
    expect(await transactionsOf(id)).toMatchObject([{ status: 'dropped' }])
    await using _restored = await startSender({ PAY_RELAYER_PRIVATE_KEY: formerKey })
    await signed.until(id, 'sent')
    signed.world.test.clock.advance(LATER_MS)
    const replaced = await waitFor('the higher offer', async () => {
      const rows = await transactionsOf(id)
      return rows.length === 2 ? rows : null
    })
    expect(new Set(replaced.map(({ nonce }) => nonce)).size).toBe(1)
    await client().setAutomine(true)
    await client().mine({ blocks: 1 })
    const { payment_hash } = await signed.until(id, 'confirmed')
    expect(await signed.made(payment_hash)).toBe(1)
    expect(await signed.payments(requestId)).toHaveLength(1)
  } finally {
    await client().setAutomine(true)
  }
})

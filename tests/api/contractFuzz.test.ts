import fc from 'fast-check'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import {
  type AccessCase,
  createAccessCases,
  createSpentCredentials,
} from '../support/accessCredentials.ts'
import { isOperatorOnly, serves } from '../support/accessRules.ts'
import { failTestDeliveries } from '../support/failTestDeliveries.ts'
import { createFakeOfframp } from '../support/fakeOfframp.ts'
import { callsOf, type GeneratedCall } from '../support/operationCalls.ts'
import { type Document, isWrite, listOperations, type Operation } from '../support/operations.ts'
import { type Merchant, seedMerchant } from '../support/seedMerchant.ts'
import { NO_LIMITS } from '../support/signIn.ts'
import { type Snapshot, snapshotTenants } from '../support/snapshotTenants.ts'
import { API_KEY, startTestHost } from '../support/testHost.ts'
import { IS_QUICK } from '../tiers.ts'

/**
 * Sends generated calls to every operation in the served document: valid, mutated and nonsense, by every kind of caller. No
 * response is a 5xx, each matches the document, and no call discloses or changes another merchant's data. `FUZZ_RUNS` sets the
 * calls per operation (500 before a release), and `FUZZ_SEED` repeats a run.
 */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? (IS_QUICK ? 6 : 15))
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121)
const TIMEOUT_MS = 240_000 + RUNS * 1_000

/** Operations that read a chain. They may return 503 here, because no chain is reachable. */
const CHAIN_READERS = new Set([
  'getSecurePayment',
  'getSecurePaymentCalldata',
  'getRequestRoutes',
  'getRequestCalldata',
  'getRequestRoutesV1',
  'getRequestCalldataV1',
  'payDirectlyV1',
  'createPayout',
  'createPayoutBatch',
  'verifyWalletChallenge',
  'readyz',
])

/** The operator's merchant account. */
const OPERATOR = {
  name: 'the operator’s API key',
  headers: { 'x-api-key': API_KEY },
  standing: 'foreign',
  scheme: 'apiKey',
} as const

const test = await startTestHost(
  { ...NO_LIMITS, PAY_TRUSTED_PROXIES: '1' },
  { offramp: createFakeOfframp() },
)
failTestDeliveries(test.host)
afterAll(() => test[Symbol.asyncDispose]())

const document: Document = (await test.call('GET', '/openapi.json')).json
const operations = listOperations(document)
const victimWallet = privateKeyToAccount(generatePrivateKey())
const spent = await createSpentCredentials(test, victimWallet)
const victim = await seedMerchant(test, victimWallet)
const victimAccount = await seedMerchant(test, 'account')
// Without a cursor, the operator could not rescan any blocks.
await test.host.context.db.kysely
  .insertInto('chain_cursors')
  .values({
    network: 'base',
    block_number: 30_000_000n,
    block_hash: `0x${'b1'.repeat(32)}`,
    head_number: 30_000_000n,
    updated_at: test.clock.now().toISOString(),
  })
  .execute()
const answers = new Map<number, number>()
let calls = 0
/** The victims' rows after the previous operation; null if merchants were created since then, or if that operation's test failed. */
let victims: Snapshot | null = null
let readers: Strangers | null = null
/** The merchants of the next write; null if a call of an earlier write may have changed their records. */
let writers: Strangers | null = null

describe.each(operations.map((operation) => [operation.id, operation] as const))(
  '%s',
  (_, operation) => {
    it(
      'the operation follows the document under generated calls',
      async () => {
        const [other, otherAccount] = await strangersFor(operation)
        const before = victims ?? (await readVictims())
        victims = null
        const strangers = createAccessCases({ victim, victimAccount, other, otherAccount })
        const entitled: AccessCase[] = isOperatorOnly(operation)
          ? [{ ...OPERATOR, owner: other }]
          : strangers.filter((access) => isEntitled(operation, access))
        const generated = callsOf({
          document,
          operation,
          named: [other, other, otherAccount, victim],
          entitled,
          others: [...spent, ...strangers].filter((access) => !isVictimItself(operation, access)),
        })
        const check = fc.asyncProperty(generated, async (call) => {
          expect(await findFault(operation, call)).toBeNull()
        })
        await fc.assert(check, { numRuns: RUNS, seed: SEED, endOnFailure: true })
        const after = await readVictims()
        expect(after).toEqual(before)
        victims = after
      },
      TIMEOUT_MS,
    )
  },
)

it('The calls get every kind of response: success, rejection and not found', () => {
  const shareOf = (wanted: (status: number) => boolean) =>
    [...answers].reduce((sum, [status, count]) => sum + (wanted(status) ? count : 0), 0) / calls
  console.info(
    `Contract fuzz: ${operations.length} operations x ${RUNS} calls (seed ${SEED}): ${[...answers]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ')}.`,
  )
  expect(calls).toBeGreaterThanOrEqual(operations.length * RUNS)
  expect(shareOf((status) => status < 300)).toBeGreaterThan(0.1)
  expect(shareOf((status) => status === 400)).toBeGreaterThan(0.1)
  expect(shareOf((status) => status === 401 || status === 403)).toBeGreaterThan(0.1)
  expect(shareOf((status) => status === 404)).toBeGreaterThan(0.05)
})

async function findFault(operation: Operation, call: GeneratedCall): Promise<string | null> {
  calls += 1
  const { path, raw, headers } = call
  // Throws when the response does not match the document.
  const answer = await test.call(operation.method, path, {
    anonymous: true,
    headers: { 'x-forwarded-for': addressOf(calls), ...headers },
    ...(raw !== undefined && { raw }),
  })
  answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
  if (isWrite(operation) && answer.status < 300) writers = null
  const isExcused = answer.status === 503 && CHAIN_READERS.has(operation.id)
  if (answer.status >= 500 && !isExcused) return `${answer.status}: ${answer.text}`
  const told = `${answer.text}\n${JSON.stringify(answer.headers)}`
  const secret = [...victim.canaries, ...victimAccount.canaries].find((one) => told.includes(one))
  return secret === undefined ? null : `tells ${secret}: ${told}`
}

function isEntitled(operation: Operation, access: AccessCase): boolean {
  return access.standing === 'foreign' && serves(operation, access.scheme)
}

/**
 * Returns whether the call may act as the victim. A page on another site that sends the victim's session cookie may read. A
 * sign-in ends the session whose cookie the call sends, even if that session has already ended.
 */
function isVictimItself({ accepts }: Operation, { standing, headers }: AccessCase): boolean {
  if (standing === 'forged') return true
  return accepts.length === 0 && standing !== 'foreign' && headers['cookie'] !== undefined
}

/** A wallet's merchant and an account's. */
type Strangers = readonly [Merchant, Merchant]

/**
 * Returns the same merchants for every read. Returns new ones for a write that follows a successful write, whose calls may have removed the
 * earlier merchants' records.
 */
async function strangersFor(operation: Operation): Promise<Strangers> {
  if (isWrite(operation)) {
    writers ??= await seedStrangers()
    return writers
  }
  readers ??= await seedStrangers()
  return readers
}

async function seedStrangers(): Promise<Strangers> {
  victims = null
  return [await seedMerchant(test, 'wallet'), await seedMerchant(test, 'account')]
}

function readVictims(): Promise<Snapshot> {
  return snapshotTenants(test, [victim.tenantId, victimAccount.tenantId])
}

function addressOf(call: number): string {
  return `10.${(call >> 16) & 255}.${(call >> 8) & 255}.${call & 255}`
}

import {
  accounts,
  type Chains,
  RELAYER_ACCOUNT,
  recurringAbi,
  startChains,
  testTokenAbi,
} from '@secure-payment/devnet'
import fc from 'fast-check'
import { type Address, getAddress, type Hex, parseEventLogs, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Permit, sendTrigger, signPermit, type Trigger } from './support/permits.ts'
import { type Step, step } from './support/recurringSteps.ts'

const NETWORK = 'devnet'
const ADMIN = 9
const DAY = 86_400
const RECIPIENT = getAddress('0x00000000000000000000000000000000000a11ce')
const FEE_TAKER = getAddress('0x000000000000000000000000000000000000fee5')
const RUNS = 15
const STEPS = 40

/** An independent model of the contract's rules: sums as bigint, sets of made payments. */
type Model = {
  now: number
  isPaused: boolean
  isRelayer: boolean
  cancelled: Set<number>
  paid: Map<number, number[]>
  balances: Map<string, bigint>
  allowances: Map<string, bigint>
}

let chains: Chains
let proxy: Address
let relayerRole: Hex
let start: number
let permits: { permit: Permit; signature: Hex; forged: Hex; accountIndex: number }[]

beforeAll(async () => {
  chains = await startChains({ networks: [NETWORK] })
  proxy = chains.contract(NETWORK, 'ERC20RecurringPaymentProxy')
  relayerRole = await chains
    .client(NETWORK)
    .readContract({ address: proxy, abi: recurringAbi, functionName: 'RELAYER_ROLE' })
  start = Number((await chains.client(NETWORK).getBlock()).timestamp)
  const [usdc, usdt] = [chains.token(NETWORK, 'USDC'), chains.token(NETWORK, 'USDT')]
  permits = await Promise.all([
    signBoth(1, { token: usdc.address, strictOrder: true, nonce: 1n }),
    // Two permits of the same subscriber and token share a balance and an allowance.
    signBoth(1, { token: usdc.address, strictOrder: false, relayerFee: 3n, nonce: 2n }),
    signBoth(2, { token: usdt.address, strictOrder: true, feeAmount: 0n, feeAddress: zeroAddress }),
  ])
})
afterAll(() => chains?.[Symbol.asyncDispose]())

const accountAt = (index: number): Address => accounts[index]?.address ?? '0x'

async function signBoth(accountIndex: number, changes: Partial<Permit>) {
  const permit: Permit = {
    subscriber: accountAt(accountIndex),
    token: zeroAddress,
    recipient: RECIPIENT,
    feeAddress: FEE_TAKER,
    amount: 100n,
    feeAmount: 7n,
    relayerFee: 0n,
    periodSeconds: DAY,
    firstPayment: start + DAY,
    totalPayments: 4,
    nonce: 0n,
    deadline: BigInt(start + 12 * DAY),
    strictOrder: true,
    ...changes,
  }
  const sign = (by: number) => signPermit(chains, { network: NETWORK, accountIndex: by, permit })
  return { permit, signature: await sign(accountIndex), forged: await sign(5), accountIndex }
}

const known = (index: number) => {
  const found = permits[index]
  if (!found) throw new Error(`There is no permit ${index}.`)
  return found
}
const keyOf = (token: Address, owner: Address) => `${token} ${owner}`
const get = (amounts: Map<string, bigint>, key: string) => amounts.get(key) ?? 0n
const add = (amounts: Map<string, bigint>, key: string, amount: bigint) =>
  amounts.set(key, get(amounts, key) + amount)

/** Returns whether the rules allow a payment. */
function isAllowed(
  model: Model,
  { which, index, isForged }: { which: number; index: number; isForged: boolean },
): boolean {
  const { permit } = known(which)
  const paid = model.paid.get(which) ?? []
  const total = permit.amount + permit.feeAmount + permit.relayerFee
  const key = keyOf(permit.token, permit.subscriber)
  return (
    !model.isPaused &&
    model.isRelayer &&
    !isForged &&
    !model.cancelled.has(which) &&
    BigInt(model.now) <= permit.deadline &&
    (!permit.strictOrder || index === paid.length + 1) &&
    index >= 1 &&
    index <= permit.totalPayments &&
    model.now >= permit.firstPayment + (index - 1) * permit.periodSeconds &&
    !paid.includes(index) &&
    get(model.balances, key) >= total &&
    get(model.allowances, key) >= total
  )
}

function recordPayment(model: Model, which: number, index: number): void {
  const { permit } = known(which)
  const total = permit.amount + permit.feeAmount + permit.relayerFee
  const { token, subscriber } = permit
  add(model.balances, keyOf(token, subscriber), -total)
  add(model.allowances, keyOf(token, subscriber), -total)
  add(model.balances, keyOf(token, RECIPIENT), permit.amount)
  add(model.balances, keyOf(token, FEE_TAKER), permit.feeAmount)
  add(model.balances, keyOf(token, RELAYER_ACCOUNT.address), permit.relayerFee)
  model.paid.set(which, [...(model.paid.get(which) ?? []), index])
}

async function trigger(model: Model, current: Step & { kind: 'trigger' }): Promise<void> {
  const { permit: which, isForged } = current
  const { permit, signature, forged } = known(which)
  const next = (model.paid.get(which)?.length ?? 0) + 1
  const index = current.index === 'next' ? next : current.index
  const payment: Trigger = {
    permit,
    signature: isForged ? forged : signature,
    index,
    paymentReference: `0x00000000000000${index.toString().padStart(2, '0')}`,
  }
  const isPaid = isAllowed(model, { which, index, isForged })
  const receipt = await sendTrigger(chains, { network: NETWORK, trigger: payment })
  expect(receipt.status).toBe(isPaid ? 'success' : 'reverted')
  const events = parseEventLogs({ abi: recurringAbi, logs: receipt.logs })
  expect(events.map(({ eventName }) => eventName)).toEqual(
    isPaid ? ['RecurringPaymentTriggered'] : [],
  )
  if (isPaid) recordPayment(model, which, index)
}

/** Runs one step on the chain and in the model, which must agree on a payment's outcome. */
async function take(model: Model, current: Step): Promise<void> {
  model.now += 1
  await chains.client(NETWORK).setNextBlockTimestamp({ timestamp: BigInt(model.now) })
  switch (current.kind) {
    case 'trigger':
      return trigger(model, current)
    case 'wait':
      model.now += current.days * DAY
      return
    case 'approve': {
      const { permit, accountIndex } = known(current.permit)
      // USDT accepts an allowance change only from or to zero.
      for (const amount of [0n, current.amount]) {
        await callToken(
          permit.token,
          { functionName: 'approve', args: [proxy, amount] },
          accountIndex,
        )
      }
      model.now += 1
      model.allowances.set(keyOf(permit.token, permit.subscriber), current.amount)
      return
    }
    case 'donate': {
      const { token } = known(current.permit).permit
      await callToken(token, { functionName: 'mint', args: [proxy, current.amount] }, ADMIN)
      add(model.balances, keyOf(token, proxy), current.amount)
      return
    }
    case 'spend': {
      const { permit, accountIndex } = known(current.permit)
      const key = keyOf(permit.token, permit.subscriber)
      const amount = get(model.balances, key) / current.share
      const args = [accountAt(7), amount] as const
      await callToken(permit.token, { functionName: 'transfer', args }, accountIndex)
      add(model.balances, key, -amount)
      return
    }
    case 'cancel': {
      const { permit, accountIndex } = known(current.permit)
      const by = current.bySubscriber ? accountIndex : ADMIN
      const { status } = await chains.wallet(NETWORK, by).writeContractSync({
        address: proxy,
        abi: recurringAbi,
        functionName: 'cancelPermit',
        args: [permit],
        gas: 200_000n,
        throwOnReceiptRevert: false,
      })
      expect(status).toBe(current.bySubscriber ? 'success' : 'reverted')
      if (current.bySubscriber) model.cancelled.add(current.permit)
      return
    }
    case 'pause':
      if (model.isPaused === current.isPaused) return
      await chains.wallet(NETWORK, ADMIN).writeContractSync({
        address: proxy,
        abi: recurringAbi,
        functionName: current.isPaused ? 'pause' : 'unpause',
      })
      model.isPaused = current.isPaused
      return
    case 'dismiss':
      if (model.isRelayer === current.isRelayer) return
      await chains.wallet(NETWORK, ADMIN).writeContractSync({
        address: proxy,
        abi: recurringAbi,
        functionName: current.isRelayer ? 'grantRole' : 'revokeRole',
        args: [relayerRole, RELAYER_ACCOUNT.address],
      })
      model.isRelayer = current.isRelayer
      return
    default:
      current satisfies never
  }
}

function callToken(
  address: Address,
  call: { functionName: 'approve' | 'mint' | 'transfer'; args: readonly [Address, bigint] },
  accountIndex: number,
) {
  return chains
    .wallet(NETWORK, accountIndex)
    .writeContractSync({ address, abi: testTokenAbi, ...call })
}

/** Returns all addresses whose tokens a payment could move. */
function owners(): { token: Address; owner: Address }[] {
  const people = [1, 2].map(accountAt)
  const all = [...people, RECIPIENT, FEE_TAKER, RELAYER_ACCOUNT.address, proxy]
  const tokens = [...new Set(permits.map(({ permit }) => permit.token))]
  return tokens.flatMap((token) => all.map((owner) => ({ token, owner })))
}

async function readBalances(): Promise<Map<string, bigint>> {
  const entries = await Promise.all(
    owners().map(async ({ token, owner }): Promise<[string, bigint]> => {
      const balance = await chains.client(NETWORK).readContract({
        address: token,
        abi: testTokenAbi,
        functionName: 'balanceOf',
        args: [owner],
      })
      return [keyOf(token, owner), balance]
    }),
  )
  return new Map(entries)
}

/** Reads which payments the contract itself records as made. */
async function readPaid(): Promise<number[][]> {
  return Promise.all(
    permits.map(async ({ permit }) => {
      const read = { address: proxy, abi: recurringAbi } as const
      const client = chains.client(NETWORK)
      const digest = await client.readContract({
        ...read,
        functionName: 'permitDigest',
        args: [permit],
      })
      const bits = await client.readContract({
        ...read,
        functionName: 'triggeredPaymentsBitmap',
        args: [digest],
      })
      return Array.from({ length: 256 }, (_, index) => index).filter(
        (index) => (bits >> BigInt(index)) & 1n,
      )
    }),
  )
}

describe('The recurring proxy in any order of steps', () => {
  it('the recurring proxy makes payments when the rules allow them and moves exactly the signed amounts, in any order of steps', {
    timeout: 240_000,
  }, async () => {
    let payments = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
        const snapshot = await chains.snapshot(NETWORK)
        const model: Model = {
          now: start,
          isPaused: false,
          isRelayer: true,
          cancelled: new Set(),
          paid: new Map(),
          balances: await readBalances(),
          allowances: new Map(),
        }
        try {
          for (const which of [0, 2]) {
            await take(model, { kind: 'approve', permit: which, amount: 2_000n })
          }
          for (const current of steps) await take(model, current)

          expect(await readBalances()).toEqual(model.balances)
          const paid = permits.map((_, which) =>
            [...(model.paid.get(which) ?? [])].sort((a, b) => a - b),
          )
          expect(await readPaid()).toEqual(paid)
          payments += paid.flat().length
        } finally {
          await chains.revert(NETWORK, snapshot)
        }
      }),
      { numRuns: RUNS },
    )
    // Without payments, the runs would have tested only rejections. Each run makes two or three payments.
    expect(payments).toBeGreaterThan(RUNS / 2)
  })
})

import { type Chains, permitAbi, startChains } from '@secure-payment/devnet'
import fc from 'fast-check'
import { type Address, type Hex, hexToNumber, sliceHex, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IS_QUICK } from '../tiers.ts'
import {
  accountAt,
  FEE_TAKER,
  type Kind,
  NETWORK,
  openSignedPayments,
  PERMIT2,
  RECIPIENT,
  REFERENCE,
  type Signed,
  type SignedPayment,
  type SignedPayments,
} from './support/signedPayments.ts'
import { type Deviation, type SignedStep, signedStep } from './support/signedSteps.ts'

/** The payers' accounts; account 1 is the first. */
const PAYERS = [1, 2, 3]
const SENDER = 6
const STEPS = 40
/** `SIGNED_PAYMENT_RUNS=25000` makes a million calls. */
const RUNS = Number(process.env['SIGNED_PAYMENT_RUNS'] ?? (IS_QUICK ? 10 : 250))
const HOUR = 3_600

/** A signature that the run has made, with the account that signed. */
type Known = Signed & { signer: Address; permitNonce: bigint }

/** An independent model of the contract's rules. */
type Model = {
  now: number
  balances: Map<string, bigint>
  /** The next nonces of the tokens' permits, and the contract's remaining allowances. */
  nonces: Map<string, bigint>
  allowances: Map<string, bigint>
  /** Authorizations and Permit2's nonces that the tokens have seen, and the payments that the contract has seen. */
  used: Set<string>
  known: Known[]
  salt: bigint
}

let chains: Chains
let signed: SignedPayments
let tokens: Address[]
beforeAll(async () => {
  chains = await startChains({ networks: [NETWORK] })
  signed = await openSignedPayments(chains)
  tokens = [signed.tokens.authorization, signed.tokens.permit2, signed.tokens.permit]
  for (const token of tokens) {
    for (const payer of PAYERS) {
      // USDT accepts an allowance change only from or to zero, and the set-up approved it for the first payer.
      await signed.approve(token, PERMIT2, 0n, payer)
      await signed.approve(token, PERMIT2, 2n ** 256n - 1n, payer)
    }
  }
})
afterAll(() => chains?.[Symbol.asyncDispose]())

const at = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index]
  if (item === undefined) throw new Error(`There is no item ${index}.`)
  return item
}
const keyOf = (token: Address, owner: Address) => `${token} ${owner}`
const get = (amounts: Map<string, bigint>, key: string) => amounts.get(key) ?? 0n
const add = (amounts: Map<string, bigint>, key: string, amount: bigint) =>
  amounts.set(key, get(amounts, key) + amount)
const totalOf = ({ amount, feeAmount }: SignedPayment) => amount + feeAmount

/** Returns whether a token offers a kind of signature: USDC all, USDT only Permit2, DAI all but authorizations. */
function isOffered(kind: Kind, token: Address): boolean {
  if (kind === 'permit2') return true
  return kind === 'permit' ? token !== tokens[1] : token === tokens[0]
}

/** Returns whether the rules allow a signed payment in the next block. */
function isAllowed(model: Model, { kind, payment, signer, permitNonce }: Known): boolean {
  const { payer, token, deadline, recipient, feeAddress } = payment
  const total = totalOf(payment)
  const hash = signed.hashOf(payment)
  const key = keyOf(token, payer)
  const basics =
    isOffered(kind, token) &&
    signer === payer &&
    (kind === 'authorization' ? model.now < deadline : model.now <= deadline) &&
    (payment.feeAmount === 0n || feeAddress !== zeroAddress) &&
    // The contract cannot pay itself.
    (recipient !== signed.contract || payment.amount === 0n) &&
    !model.used.has(hash) &&
    get(model.balances, key) >= total
  if (!basics || kind !== 'permit') return basics
  // Either the permit is still unused, or another account submitted it and the allowance exists.
  return get(model.nonces, key) === permitNonce || get(model.allowances, key) >= total
}

function recordPayment(model: Model, { kind, payment, permitNonce }: Known): void {
  const { payer, token, recipient, amount, feeAmount, feeAddress } = payment
  const key = keyOf(token, payer)
  model.used.add(signed.hashOf(payment))
  if (kind === 'permit') {
    if (get(model.nonces, key) === permitNonce) recordPermit(model, payment)
    add(model.allowances, key, -totalOf(payment))
  }
  add(model.balances, key, -totalOf(payment))
  add(model.balances, keyOf(token, recipient), amount)
  add(model.balances, keyOf(token, feeAddress), feeAmount)
}

function recordPermit(model: Model, payment: SignedPayment): void {
  const key = keyOf(payment.token, payment.payer)
  add(model.nonces, key, 1n)
  model.allowances.set(key, totalOf(payment))
}

/** Signs a new payment. With a deviation, the payment that is sent differs from the signed one. */
async function signNew(
  model: Model,
  facts: {
    by: Kind
    payer: number
    token: number
    recipient: number
    amount: bigint
    feeAmount: bigint
    expiresIn: number
    deviation: Deviation | null
  },
): Promise<{ signature: Signed; signer: Address }> {
  model.salt += 1n
  const token = at(tokens, facts.token)
  const payerIndex = at(PAYERS, facts.payer)
  const payment: SignedPayment = {
    payer: accountAt(payerIndex),
    token,
    recipient: at([RECIPIENT, accountAt(8), accountAt(1), signed.contract], facts.recipient),
    amount: facts.amount,
    feeAmount: facts.feeAmount,
    feeAddress: FEE_TAKER,
    paymentReference: REFERENCE,
    deadline: model.now + facts.expiresIn,
    salt: model.salt,
  }
  const by = facts.deviation === 'signer' ? SENDER : payerIndex
  // A token without this kind has no domain for it, so the step signs for Permit2 instead.
  const kind = isOffered(facts.by, token) ? facts.by : 'permit2'
  const signature = await signed.sign(kind, payment, { by })
  return {
    signature: { ...signature, kind: facts.by, payment: deviate(payment, facts.deviation) },
    signer: facts.deviation === null ? payment.payer : zeroAddress,
  }
}

function deviate(payment: SignedPayment, deviation: Deviation | null): SignedPayment {
  switch (deviation) {
    case null:
    case 'signer':
      return payment
    case 'recipient':
    case 'feeAddress':
      return { ...payment, [deviation]: accountAt(9) }
    case 'paymentReference':
      return { ...payment, paymentReference: '0x0123456789abcdee' }
    default:
      return { ...payment, [deviation]: payment[deviation] + 1n }
  }
}

async function send(model: Model, signature: Known, sender = SENDER): Promise<boolean> {
  const isPaid = isAllowed(model, signature)
  const { status } = await signed.send(signature, sender)
  expect(
    status,
    JSON.stringify(signature, (_, value) => String(value)),
  ).toBe(isPaid ? 'success' : 'reverted')
  if (isPaid) recordPayment(model, signature)
  return isPaid
}

/** Runs one step on the chain and in the model, which must agree on the outcome. Resolves with whether a payment was made. */
async function take(model: Model, step: SignedStep): Promise<boolean> {
  model.now += 1
  await chains.client(NETWORK).setNextBlockTimestamp({ timestamp: BigInt(model.now) })
  switch (step.kind) {
    case 'pay': {
      const { signature, signer } = await signNew(model, step)
      const known = { ...signature, signer }
      model.known.unshift(known)
      return send(model, known)
    }
    case 'sign': {
      const rest = { recipient: 0, feeAmount: 0n, expiresIn: HOUR, deviation: null }
      const { signature, signer } = await signNew(model, { ...step, ...rest })
      model.known.unshift({ ...signature, signer })
      return false
    }
    case 'repeat': {
      const known = model.known[step.which]
      return known ? send(model, known, step.sender) : false
    }
    case 'cancel':
      await cancel(model, step)
      return false
    case 'submit':
      await submit(model, step.which)
      return false
    case 'wait':
      model.now += step.seconds
      return false
    case 'donate':
      await signed.mint(at(tokens, step.token), signed.contract, step.amount)
      add(model.balances, keyOf(at(tokens, step.token), signed.contract), step.amount)
      return false
    case 'fund': {
      const payer = accountAt(at(PAYERS, step.payer))
      await signed.mint(at(tokens, step.token), payer, step.amount)
      add(model.balances, keyOf(at(tokens, step.token), payer), step.amount)
      return false
    }
    default:
      return step satisfies never
  }
}

async function cancel(model: Model, step: { which: number; byPayer: boolean }): Promise<void> {
  const known = model.known[step.which]
  if (!known) return
  const { payment } = known
  const payerIndex = PAYERS.find((index) => accountAt(index) === payment.payer) ?? SENDER
  const isDone = step.byPayer && !model.used.has(signed.hashOf(payment))
  const { status } = await signed.cancel(payment, step.byPayer ? payerIndex : SENDER)
  expect(status).toBe(isDone ? 'success' : 'reverted')
  if (isDone) model.used.add(signed.hashOf(payment))
}

/** Submits a permit directly to its token, as a front-runner can. */
async function submit(model: Model, which: number): Promise<void> {
  const known = model.known[which]
  if (known?.kind !== 'permit' || known.payment.token === tokens[1]) return
  const { payment, signature, permitNonce, signer } = known
  const { payer, token } = payment
  const isAccepted = signer === payer && get(model.nonces, keyOf(token, payer)) === permitNonce
  const { status } = await chains.wallet(NETWORK, SENDER).writeContractSync({
    address: token,
    abi: permitAbi,
    functionName: 'permit',
    args: [
      payer,
      signed.contract,
      totalOf(payment),
      signed.permitDeadline(payment),
      hexToNumber(sliceHex(signature, 64, 65)),
      sliceHex(signature, 0, 32),
      sliceHex(signature, 32, 64),
    ],
    gas: 200_000n,
    throwOnReceiptRevert: false,
  })
  expect(status).toBe(isAccepted ? 'success' : 'reverted')
  if (isAccepted) recordPermit(model, payment)
}

/** Reads the balances of all accounts that a payment could change. */
async function readBalances(): Promise<Map<string, bigint>> {
  const owners = [
    ...PAYERS.map(accountAt),
    ...[6, 8, 9].map(accountAt),
    RECIPIENT,
    FEE_TAKER,
    signed.contract,
    chains.contract(NETWORK, 'ERC20FeeProxy'),
    PERMIT2,
  ]
  const pairs = tokens.flatMap((token) => owners.map((owner) => ({ token, owner })))
  const entries = await Promise.all(
    pairs.map(
      async ({ token, owner }): Promise<[string, bigint]> => [
        keyOf(token, owner),
        await signed.balanceOf(token, owner),
      ],
    ),
  )
  return new Map(entries)
}

/** Leaves the payers with almost no tokens, so that some payments fail for lack of tokens. */
async function drain(): Promise<void> {
  for (const token of tokens) {
    for (const payer of PAYERS) await signed.burn(token, payer)
  }
}

describe('ERC20SignedPayment in any order of steps', () => {
  it('the contract makes payments when the rules allow them and moves exactly the signed amounts, in any order of steps', {
    timeout: IS_QUICK ? 240_000 : 0,
  }, async () => {
    let payments = 0
    await drain()
    const start = Number((await chains.client(NETWORK).getBlock()).timestamp)
    await fc.assert(
      fc.asyncProperty(
        fc.array(signedStep, { minLength: STEPS, maxLength: STEPS }),
        async (steps) => {
          const snapshot: Hex = await chains.snapshot(NETWORK)
          const model: Model = {
            now: start,
            balances: await readBalances(),
            nonces: new Map(),
            allowances: new Map(),
            used: new Set(),
            known: [],
            salt: 0n,
          }
          try {
            for (const token of [0, 1, 2]) {
              for (const payer of [0, 1, 2]) {
                await take(model, { kind: 'fund', payer, token, amount: 100n })
              }
            }
            for (const step of steps) if (await take(model, step)) payments += 1
            const balances = await readBalances()
            for (const [key, balance] of balances)
              expect(balance, key).toBe(get(model.balances, key))
          } finally {
            await chains.revert(NETWORK, snapshot)
          }
        },
      ),
      { numRuns: RUNS },
    )
    // Without payments, the runs would have tested only rejections. Each run makes about eight payments.
    expect(payments).toBeGreaterThan(RUNS * 3)
  })
})

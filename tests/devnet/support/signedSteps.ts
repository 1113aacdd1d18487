import fc from 'fast-check'
import { kinds } from './signedPayments.ts'

/** The ways in which the signed data can differ from the payment that is sent. */
const deviations = [
  'recipient',
  'amount',
  'feeAmount',
  'feeAddress',
  'paymentReference',
  'salt',
  'signer',
] as const
export type Deviation = (typeof deviations)[number]

/** Possible steps for three payers, three tokens and any account as the sender. `which` counts back from the newest payment. */
export type SignedStep =
  | {
      kind: 'pay'
      by: (typeof kinds)[number]
      payer: number
      token: number
      recipient: number
      amount: bigint
      feeAmount: bigint
      /** Seconds from now. */
      expiresIn: number
      deviation: Deviation | null
    }
  | { kind: 'repeat'; which: number; sender: number }
  | { kind: 'cancel'; which: number; byPayer: boolean }
  | { kind: 'sign'; by: (typeof kinds)[number]; payer: number; token: number; amount: bigint }
  | { kind: 'submit'; which: number }
  | { kind: 'wait'; seconds: number }
  | { kind: 'donate'; token: number; amount: bigint }
  | { kind: 'fund'; payer: number; token: number; amount: bigint }

const payer = fc.nat({ max: 2 })
const token = fc.nat({ max: 2 })
const which = fc.nat({ max: 4 })
const kind = fc.constantFrom(...kinds)
const small = fc.bigInt({ min: 0n, max: 60n })

/** Generates any step: mostly payments, of which about half are allowed. */
export const signedStep: fc.Arbitrary<SignedStep> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      by: kind,
      payer,
      token,
      recipient: fc.nat({ max: 3 }),
      amount: small,
      feeAmount: fc.oneof(fc.constant(0n), small),
      expiresIn: fc.integer({ min: -1, max: 40 }),
      deviation: fc.oneof(
        { weight: 4, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.constantFrom(...deviations) },
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('repeat' as const),
      which,
      sender: fc.integer({ min: 4, max: 7 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('sign' as const),
      by: kind,
      payer,
      token,
      amount: small,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('cancel' as const), which, byPayer: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('submit' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.nat({ max: 30 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('donate' as const), token, amount: small }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fund' as const),
      payer,
      token,
      amount: fc.bigInt({ min: 1n, max: 200n }),
    }),
  },
)

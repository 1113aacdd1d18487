import fc from 'fast-check'

/** Possible steps for three permits from two subscribers for two tokens. */
export type Step =
  | { kind: 'trigger'; permit: number; index: number | 'next'; isForged: boolean }
  | { kind: 'wait'; days: number }
  | { kind: 'approve'; permit: number; amount: bigint }
  | { kind: 'donate'; permit: number; amount: bigint }
  | { kind: 'spend'; permit: number; share: bigint }
  | { kind: 'cancel'; permit: number; bySubscriber: boolean }
  | { kind: 'pause'; isPaused: boolean }
  | { kind: 'dismiss'; isRelayer: boolean }

const rarely = fc.nat({ max: 3 }).map((chance) => chance === 0)
const permitIndex = fc.nat({ max: 2 })
/** Generates any step: mostly payments, of which most are plausible calls by the relayer. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('trigger' as const),
      permit: permitIndex,
      index: fc.oneof(fc.nat({ max: 5 }), fc.constant('next' as const)),
      isForged: rarely,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.nat({ max: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('approve' as const),
      permit: permitIndex,
      amount: fc.bigInt({ min: 0n, max: 700n }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('donate' as const),
      permit: permitIndex,
      amount: fc.bigInt({ min: 1n, max: 500n }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('spend' as const),
      permit: permitIndex,
      share: fc.bigInt({ min: 1n, max: 4n }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('cancel' as const),
      permit: permitIndex,
      bySubscriber: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('pause' as const), isPaused: rarely }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('dismiss' as const),
      isRelayer: rarely.map((isDismissed) => !isDismissed),
    }),
  },
)

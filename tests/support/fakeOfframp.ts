import { OfframpUnavailableError } from '../../host/src/offramps/errors.ts'
import type {
  Offramp,
  Report,
  SubmittedAccount,
  SubmittedPayer,
} from '../../host/src/offramps/offramp.ts'

/** A provider that a test controls, which records its submissions. */
export type FakeOfframp = Offramp & {
  /** The submissions, in order; a repetition is another entry. */
  readonly payers: SubmittedPayer[]
  readonly accounts: (SubmittedAccount & { id: string })[]
  readonly agreements: { providerId: string; isCompleted: boolean }[]
  /** Every call throws this error while it is set. */
  failure: Error | null
  /** Every call awaits this promise while it is set. */
  hold: Promise<void> | null
}

/** The fake provider's name in records. */
export const FAKE_OFFRAMP = 'fake-offramp'

/** Creates an unavailable provider's error. */
export function away(): OfframpUnavailableError {
  return new OfframpUnavailableError({ provider: FAKE_OFFRAMP, reason: 'it does not answer' })
}

/**
 * Creates a provider that accepts everything. The provider's ids and pages derive from the service's, like an idempotent provider's.
 */
export function createFakeOfframp(): FakeOfframp {
  const offramp: FakeOfframp = {
    id: FAKE_OFFRAMP,
    payers: [],
    accounts: [],
    agreements: [],
    failure: null,
    hold: null,
    depositAddress: (network) =>
      network === 'devnet' ? '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720' : null,
    async submitPayer(payer) {
      await answer()
      offramp.payers.push(payer)
      const email = encodeURIComponent(payer.profile.email)
      return {
        providerId: `at-provider-${payer.id}`,
        kycUrl: `https://offramp.example.test/kyc/${payer.id}`,
        agreementUrl: `https://offramp.example.test/agreement?email=${email}`,
      }
    },
    async completeAgreement(agreement) {
      await answer()
      offramp.agreements.push(agreement)
    },
    async submitAccount(account) {
      await answer()
      offramp.accounts.push(account)
      return { providerId: `at-provider-${account.id}` }
    },
    async start({ id }) {
      await answer()
      return { providerId: `at-provider-${id}` }
    },
    async read(): Promise<readonly Report[]> {
      return []
    },
  }
  const answer = async () => {
    if (offramp.hold !== null) await offramp.hold
    if (offramp.failure !== null) throw offramp.failure
  }
  return offramp
}

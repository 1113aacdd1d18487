import type { Network } from '@secure-payment/core/networks'
import type { Session } from './session.ts'
import type { Due } from './verifyPayment.ts'

/** Checks that a payment goes to the destinations that the page pinned. Throws PaymentRefusedError. */
export type PinCheck = (due: readonly Due[], network: Network) => void

/** Loads the check. Its parser of every chain's addresses is a chunk that only pages with pins need. */
export async function loadPinCheck(
  session: Pick<Session, 'loadPart' | 'pinnedDestinations'>,
): Promise<PinCheck> {
  const { pinnedDestinations: pins } = session
  if (pins.length === 0) return () => {}
  return (await session.loadPart('pins', () => import('./comparePins.ts'))).comparePins(pins)
}

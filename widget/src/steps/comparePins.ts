import { destinationToken, parseDestinationId } from '@secure-payment/core/destinations'
import { isSameAddress, ZERO_ADDRESS } from '@secure-payment/core/evm'
import type { PinCheck } from './pins.ts'
import { PaymentRefusedError, refused } from './refusals.ts'

/** Creates the check that every payee and token of a payment is one of the pinned destinations, on the payment's network. */
export function comparePins(pins: readonly string[]): PinCheck {
  return (due, network) => {
    const destinations = pins.map((pin) => pinned(pin))
    for (const { item } of due) {
      const isPinned = destinations.some(
        (destination) =>
          destination.chainId === network.chainId &&
          isSameAddress(destination.walletAddress, item.payee) &&
          isSameAddress(
            destinationToken(destination) ?? ZERO_ADDRESS,
            item.tokenAddress ?? ZERO_ADDRESS,
          ),
      )
      if (!isPinned) throw refused('destination_mismatch', { payee: item.payee })
    }
  }
}

/** An unreadable pin protects no payer, so nothing is paid. */
function pinned(pin: string) {
  try {
    return parseDestinationId(pin)
  } catch (cause) {
    throw new PaymentRefusedError(
      { code: 'destination_mismatch', params: { reason: 'bad_pin' } },
      cause,
    )
  }
}

import { BaseError } from '@secure-payment/core'
import { type Destination, parseDestinationId } from '@secure-payment/core/destinations'

/** Reads the destination in a composite id; null for any other text. */
export function readDestination(text: string): Destination | null {
  try {
    return parseDestinationId(text)
  } catch (error) {
    if (error instanceof BaseError) return null
    throw error
  }
}

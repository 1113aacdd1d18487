import { boolean, list, number, optional, shape, text } from '../answer.ts'

/** The maximum number of currencies that a payment accepts. */
export const MAX_OPTIONS = 20

const listing = shape({
  options: list(
    shape({
      option: text,
      chain: shape({ id: text, name: text, chainId: number }),
      payee: text,
      tokenAddress: optional(text),
      paymentReference: text,
      conversion: optional(
        shape({
          symbol: text,
          decimals: number,
          rate: optional(text),
          maxRateAgeS: optional(number),
          isQuotable: optional(boolean),
        }),
      ),
      quoted: optional(shape({ pricing: text, symbol: text, decimals: number })),
    }),
    MAX_OPTIONS,
  ),
})

/** A currency that the payment accepts, as the service lists it. */
export type Listed = ReturnType<typeof listing>['options'][number]

/** Reads the accepted currencies, the payment's own first. Throws InvalidResponseError. */
export function readListing(raw: unknown): readonly Listed[] {
  return listing(raw, '').options
}

import {
  BaseError,
  type BrandPair,
  InvalidInputError,
  MIN_TEXT_CONTRAST,
} from '@secure-payment/core'

/** None of the tenant's client IDs has this value. */
export class BrandedClientIdNotFoundError extends BaseError {
  readonly code = 'client_id_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no client ID with this value.')
  }
}

/** Returns the error for text with too little contrast; it names each pair of colours with its ratio. */
export function lowContrast(pairs: readonly BrandPair[]): InvalidInputError {
  return new InvalidInputError(
    pairs.map(({ foreground, background, ratio }) => ({
      field: foreground === 'buttonText' ? background : foreground,
      code: 'low_contrast',
      message: `must have a contrast of at least ${MIN_TEXT_CONTRAST}:1 with ${background}, and has ${floor(ratio)}:1`,
    })),
  )
}

/** Returns a ratio with two decimals, never rounded up. */
function floor(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2)
}

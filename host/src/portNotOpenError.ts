import { BaseError } from '@secure-payment/core'

/** The host cannot listen at its address: the port is in use or reserved, or the address does not belong to this machine. */
export class PortNotOpenError extends BaseError {
  readonly code = 'port_not_open'
  readonly kind = 'internal'

  constructor(cause: Error) {
    super(`The host could not open its port: ${cause.message}.`, {
      hint: 'Check PAY_PORT and PAY_BIND.',
      cause,
    })
  }
}

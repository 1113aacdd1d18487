import { BaseError } from '@secure-payment/core'

/** The reasons why the key cannot be rotated, and the remedies. */
const REASONS = {
  no_key: ['PAY_ENCRYPTION_KEY is unset', 'Set it to the new key.'],
  no_former: [
    'no key of PAY_FORMER_ENCRYPTION_KEYS is the key of this database',
    'Add the key that the hosts used until now.',
  ],
  values: [
    'a host has stored values with the former key during the rotation',
    'Stop every host, then run the command again.',
  ],
  hosts: ['a host uses the database', 'Stop every host, and wait 30 seconds after a crash.'],
} as const

/** The encryption key cannot be rotated. With the reason `values`, the rotation has begun and continues with the next call. */
export class RotationRefusedError extends BaseError {
  readonly code = 'rotation_refused'
  readonly kind = 'internal'

  constructor(reason: keyof typeof REASONS) {
    const [cause, hint] = REASONS[reason]
    super(`The key was not rotated: ${cause}.`, { hint })
  }
}

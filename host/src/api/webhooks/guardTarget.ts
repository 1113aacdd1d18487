import { InvalidInputError } from '@secure-payment/core'
import type { Context } from '../../context.ts'
import { ForbiddenTargetError, parseTarget } from '../../outgoing/safeFetch.ts'

/**
 * Rejects a URL that this host would not call, before it is stored.
 *
 * @throws InvalidInputError at the field `url`
 */
export function guardTarget({ config }: Pick<Context, 'config'>, url: string): void {
  try {
    parseTarget(url, { allowLoopback: config.allowPrivateWebhooks })
  } catch (cause) {
    if (!(cause instanceof ForbiddenTargetError)) throw cause
    const message = `${cause.reason}: it must be an https URL of a public host, without user name or password`
    throw new InvalidInputError([{ field: 'url', code: cause.code, message }], { cause })
  }
}

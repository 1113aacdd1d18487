import type { Config } from '../config.ts'

/** Returns the URL of a secure payment's hosted page. */
export function securePaymentUrl(config: Pick<Config, 'payUrl'>, token: string): string {
  return `${config.payUrl}/?token=${token}`
}

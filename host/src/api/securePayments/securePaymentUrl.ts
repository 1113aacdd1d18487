import type { Config } from '../../config.ts'

/** The address of the hosted page on which a payer pays a secure payment. */
export function securePaymentUrl(config: Pick<Config, 'payUrl'>, token: string): string {
  return `${config.payUrl}/?token=${token}`
}

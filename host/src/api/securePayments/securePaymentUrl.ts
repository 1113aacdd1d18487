import type { Config } from '../../config.ts'

/** Where the payer of a secure payment goes: its hosted page. */
export function securePaymentUrl(config: Pick<Config, 'payUrl'>, token: string): string {
  return `${config.payUrl}/?token=${token}`
}

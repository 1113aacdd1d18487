import { InvalidInputError } from '@secure-payment/core'
import type { AccessPolicy } from '../access/accessPolicy.ts'
import { WalletNotAcceptedError } from '../access/errors.ts'
import type { Caller } from '../auth/caller.ts'
import { recognizeWallet } from '../auth/wallet/recognizeWallet.ts'
import type { Context } from '../context.ts'
import type { ScreenedWallet } from '../screening/provider.ts'
import { describeSecurePayment } from './describeSecurePayment.ts'
import type { PayerField } from './guardPayment.ts'
import type { StoredSecurePayment } from './loadSecurePayment.ts'
import { recordScreening } from './recordScreening.ts'

export type ScreeningContext = Pick<Context, 'config' | 'db' | 'now' | 'random' | 'screening'>

/**
 * Lets only a wallet that passes the host's screening get a transaction for a page. Runs after the guards of the payment's state, so a
 * payer who has already paid gets the response of those guards. The merchant receives an event about each new decision.
 *
 * @throws WalletNotAcceptedError, InvalidInputError without a wallet, ScreeningLimitedError, ScreeningUnavailableError
 */
export async function guardScreened(
  context: ScreeningContext,
  stored: StoredSecurePayment,
  wallet: string | null,
  field: PayerField = 'wallet',
): Promise<void> {
  if (context.screening === null || !isScreened(context, stored.access)) return
  if (wallet === null) throw missingWallet(field)
  const { token, link_token: linkToken, tenant_id: tenantId } = stored.securePayment
  const page = { tenantId, token, linkToken }
  const screening = await context.screening.screen(walletOf(wallet), page)
  if (screening === null) return
  await recordScreening(context, stored, screening)
  if (screening.isAllowed) return
  const payment = describeSecurePayment(context.config, stored, context.now())
  throw new WalletNotAcceptedError(stored.isMerchant ? screening : null, payment)
}

/**
 * Lets only a wallet that passes the host's screening get a transaction for requests without a page. `payer` is an address in any letter
 * case that has been checked, and `field` names it in the call.
 *
 * @throws WalletNotAcceptedError, InvalidInputError without a payer, ScreeningLimitedError, ScreeningUnavailableError
 */
export async function guardScreenedPayer(
  context: Pick<Context, 'screening'>,
  { payer, caller }: { payer: string | null; caller: Caller },
  field: string,
): Promise<void> {
  if (context.screening === null || !isScreened(context, null)) return
  if (payer === null) throw missingWallet(field)
  const screening = await context.screening.screen(walletOf(payer), {
    tenantId: caller.tenantId,
    token: null,
    linkToken: null,
  })
  if (screening === null || screening.isAllowed) return
  throw new WalletNotAcceptedError(caller.credential === 'clientId' ? null : screening, null)
}

/** Returns a wallet with its own family of networks: a payment may accept currencies of both. */
export function walletOf(wallet: string): ScreenedWallet {
  const { address, walletType } = recognizeWallet(wallet)
  return { address, family: walletType }
}

/** Returns whether the payers of a payment with this policy are screened. */
export function isScreened(
  { screening }: Pick<Context, 'screening'>,
  access: AccessPolicy | null,
): boolean {
  return screening !== null && (screening.scope === 'all' || access?.isScreened === true)
}

function missingWallet(field: string): InvalidInputError {
  const message =
    'is required: the service screens the payer’s wallet before it returns a transaction'
  return new InvalidInputError([{ field, code: 'required', message }])
}

import type { Context } from '../context.ts'
import { PayerIsContractError } from './errors.ts'

/**
 * Rejects a payer that is a contract, because no key signs for it. An account may get code at any time before its first transaction, so
 * the code is read before and after the payer signs. `field` is the field that stated the payer.
 *
 * @throws PayerIsContractError, ChainUnavailableError
 */
export async function refuseContractPayer(
  { chains }: Pick<Context, 'chains'>,
  { network, payer, field }: { network: string; payer: string; field?: string | undefined },
): Promise<void> {
  const { hasContractCode } = await chains.get(network).readAccount(payer)
  if (hasContractCode) throw new PayerIsContractError({ field })
}

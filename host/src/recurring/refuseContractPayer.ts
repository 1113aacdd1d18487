import type { Context } from '../context.ts'
import { PayerIsContractError } from './errors.ts'

/**
 * Refuses a payer that no key signs for. An account may get code at any time before its first transaction, so it is
 * read before the payer signs and again with the signature. `field` names the place where the payer was stated.
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

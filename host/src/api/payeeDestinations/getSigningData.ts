import { InvalidInputError } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { atField } from '../../atField.ts'
import type { WalletCaller } from '../../auth/caller.ts'
import { recognizeWallet } from '../../auth/wallet/recognizeWallet.ts'
import type { Context } from '../../context.ts'
import { ensureDefined } from '../../ensureDefined.ts'
import type { Call } from '../../http/implement.ts'
import { ForeignPayeeDestinationError, PayeeDestinationNotFoundError } from './errors.ts'
import { findActive } from './findActive.ts'
import { readRoute } from './readRoute.ts'
import { createDestinationData, createWalletChangeData } from './signingData.ts'

type Get = typeof api.payeeDestinations.signingData
type GetSigned = typeof api.signedDestinations.signingData

/**
 * Returns the data that the signed-in wallet signs. For a change of the wallet, the new wallet signs the same data.
 *
 * @throws InvalidInputError, ForeignPayeeDestinationError, PayeeDestinationNotFoundError
 */
export async function getSigningData(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random' | 'sealer'>,
  { query, caller }: Call<Get>,
): Promise<Output<Get>> {
  const { action, walletAddress, tokenAddress, chainId } = query
  const { tenantId, wallet } = caller
  guardEvm(wallet)
  const asked = readEvmWallet(walletAddress)
  if (action !== 'change_wallet') {
    if (asked.address !== wallet.address) throw new ForeignPayeeDestinationError()
    const route = readRoute(context.config, wallet, {
      tokenAddress: ensureDefined(tokenAddress, 'tokenAddress'),
      chainId: Number(chainId),
    })
    return createDestinationData(context, { ...signedPart(route), tenantId, action })
  }
  if (asked.address === wallet.address) {
    throw invalid('walletAddress', 'same_wallet', 'is the wallet that has the destination already')
  }
  const active = await findActive(context.db.kysely, wallet.address)
  if (active === undefined || active.tenant_id !== tenantId) {
    throw new PayeeDestinationNotFoundError({ which: 'active' })
  }
  return createWalletChangeData(context, {
    tenantId,
    action,
    walletAddress: wallet.address,
    newWalletAddress: asked.address,
    tokenAddress: active.token_address,
    chainId: Number(active.chain_id),
    destinationId: active.destination_id,
  })
}

/**
 * Returns the data that a wallet signs so that a client ID can add or deactivate the wallet's destination.
 *
 * @throws InvalidInputError, UnpayableCurrencyError
 */
export async function getDestinationSigningData(
  context: Pick<Context, 'config' | 'now' | 'random' | 'sealer'>,
  { query, caller }: Call<GetSigned>,
): Promise<Output<GetSigned>> {
  const { action, walletAddress, tokenAddress, chainId } = query
  const wallet = readEvmWallet(walletAddress)
  const route = readRoute(context.config, wallet, { tokenAddress, chainId: Number(chainId) })
  return createDestinationData(context, { ...signedPart(route), tenantId: caller.tenantId, action })
}

type Route = ReturnType<typeof readRoute>

function signedPart({ walletAddress, tokenAddress, chainId }: Route) {
  return { walletAddress, tokenAddress, chainId }
}

function readEvmWallet(text: string): { address: string; type: 'evm' } {
  const { address, walletType } = atField('walletAddress', () => recognizeWallet(text))
  if (walletType !== 'evm') throw notEvm()
  return { address, type: 'evm' }
}

function guardEvm({ type }: WalletCaller['wallet']): void {
  if (type !== 'evm') throw notEvm()
}

function notEvm(): InvalidInputError {
  return invalid(
    'walletAddress',
    'wrong_wallet_family',
    'is not an EVM wallet: only EVM wallets can sign',
  )
}

function invalid(field: string, code: string, message: string): InvalidInputError {
  return new InvalidInputError([{ field, code, message }])
}

import { formatTronAddress, InvalidInputError } from '@secure-payment/core'
import { findCurrencyByToken } from '@secure-payment/core/catalogue'
import {
  type Destination,
  destinationToken,
  formatDestinationId,
} from '@secure-payment/core/destinations'
import { ZERO_ADDRESS } from '@secure-payment/core/evm'
import { findNetworkByChainId } from '@secure-payment/core/networks'
import { atField } from '../../atField.ts'
import type { WalletCaller } from '../../auth/caller.ts'
import { type Config, findServedNetwork } from '../../config.ts'
import { refuseNativeCoin } from '../../requests/refuseNativeCoin.ts'

/** Tron's zero address in base58, which stands for the native coin as the zero address does on EVM chains. */
const TRON_ZERO_ADDRESS = formatTronAddress(new Uint8Array(20))

/**
 * Reads the chain and token on which a wallet receives payments. This host must accept payments on the chain, and the chain must belong to
 * the wallet's family. The chain and the token must be on the currency list. The zero address, in either family's form, stands for the
 * native coin, which is not payable on Tron.
 *
 * @throws InvalidInputError naming `chainId` or `tokenAddress`, UnpayableCurrencyError
 */
export function readRoute(
  config: Pick<Config, 'networks'>,
  wallet: WalletCaller['wallet'],
  body: { tokenAddress: string; chainId: number },
): Destination {
  const { chainId } = body
  const network = findNetworkByChainId(chainId)
  if (network === undefined) {
    throw invalid('chainId', 'unknown_network', 'is not a chain on the currency list')
  }
  if (network.family !== wallet.type) {
    throw invalid('chainId', 'wrong_wallet_family', `is not a chain of ${NAMES[wallet.type]}`)
  }
  if (findServedNetwork(config, network.id) === undefined) {
    const served = config.networks.map((entry) => entry.network.chainId).join(', ')
    throw invalid(
      'chainId',
      'unsupported_network',
      `is not served by this host: use one of ${served}`,
    )
  }
  const tokenAddress = readToken(wallet, body.tokenAddress)
  const destination = atField('tokenAddress', () =>
    formatDestinationId({ walletAddress: wallet.address, chainId, tokenAddress }),
  )
  const payment = findCurrencyByToken(network, destinationToken(destination))
  if (payment === undefined) {
    throw invalid(
      'tokenAddress',
      'unknown_currency',
      `is not a token on the currency list for ${network.id}`,
    )
  }
  refuseNativeCoin(network, { payment, field: 'tokenAddress' })
  return destination
}

const NAMES = { evm: 'an EVM wallet', tron: 'a Tron wallet' } as const

function readToken({ type }: WalletCaller['wallet'], tokenAddress: string): string {
  if (tokenAddress === ZERO_ADDRESS) return type === 'tron' ? TRON_ZERO_ADDRESS : ZERO_ADDRESS
  if (tokenAddress.startsWith('0x') === (type === 'evm')) return tokenAddress
  throw invalid('tokenAddress', 'invalid_address', `is not an address for ${NAMES[type]}`)
}

function invalid(field: string, code: string, message: string): InvalidInputError {
  return new InvalidInputError([{ field, code, message }])
}

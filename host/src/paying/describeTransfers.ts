import { formatAmount } from '@secure-payment/core'
import type { BridgeTransfer, SecurePayment } from '@secure-payment/core/api'
import { explorerTransactionUrl, getNetwork, type Network } from '@secure-payment/core/networks'
import { chainLabel } from '../crosschain/chainLabel.ts'
import { NO_PRICE } from '../settlement/detectedPayment.ts'
import { formatSource } from '../settlement/formatSource.ts'
import { settlementDecimals } from '../settlement/settlementDecimals.ts'
import type { StoredSecurePayment, StoredTransfer } from './loadSecurePayment.ts'

/** Describes the state of payments from other chains; empty if there are none. */
export function describeTransfers({
  transfers,
  payments,
  requests,
}: StoredSecurePayment): Pick<SecurePayment, 'transfers'> {
  const described = transfers.flatMap((transfer): BridgeTransfer[] => {
    const { source_network, status, settled_tx_hash, next_check_at } = transfer
    if (source_network === null || status === null) return []
    const source = getNetwork(source_network)
    // The watcher may record the delivered payment, with its source transaction, before the bridge reports the delivery.
    const counted =
      payments.find(({ tx_hash }) => tx_hash === settled_tx_hash) ??
      payments.find(
        (payment) =>
          payment.source_tx_hash === transfer.tx_hash && payment.source_network === source_network,
      )
    const feeUnits = counted?.bridge_fee_units ?? null
    const kept = { network: source_network, symbol: transfer.currency }
    return [
      {
        txHash: transfer.tx_hash,
        chain: chainLabel(source),
        token: transfer.currency,
        sourceAmount: describeSent(transfer, source_network),
        sourceNetwork: { id: source.id, name: source.name, chainId: source.chainId },
        transactionUrl: explorerTransactionUrl(source, transfer.tx_hash),
        bridgeFee: feeUnits === null ? null : formatSource(BigInt(feeUnits), kept),
        networkFee: describeGas(transfer, source),
        promisedAmount: describePromised(transfer, requests),
        status,
        isCounted: counted !== undefined,
        isFollowed: next_check_at !== null,
        settledTxHash: settled_tx_hash ?? counted?.tx_hash ?? null,
        explorerUrl: transfer.explorer_url,
      },
    ]
  })
  return described.length === 0 ? {} : { transfers: described }
}

function describeSent(
  { currency, source_units }: StoredTransfer,
  network: string,
): BridgeTransfer['sourceAmount'] {
  const token = getNetwork(network).tokens.find(({ symbol }) => symbol === currency)
  if (source_units === null || token === undefined) return null
  return formatAmount(BigInt(source_units), token.decimals)
}

function describeGas(
  { source_gas_units, source_gas_worth }: StoredTransfer,
  { nativeCurrency }: Network,
): BridgeTransfer['networkFee'] {
  if (source_gas_units === null) return null
  const { symbol, decimals } = nativeCurrency
  const amount = formatAmount(BigInt(source_gas_units), decimals)
  return { amount, symbol, worth: source_gas_worth === NO_PRICE ? null : source_gas_worth }
}

/** The promised units are in the unit in which the request settles. */
function describePromised(
  { request_id, promised_units }: StoredTransfer,
  requests: StoredSecurePayment['requests'],
): BridgeTransfer['promisedAmount'] {
  const request = requests.find(({ id }) => id === request_id)
  if (promised_units === null || request === undefined) return null
  return formatAmount(BigInt(promised_units), settlementDecimals(request))
}

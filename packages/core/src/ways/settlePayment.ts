import { isSameAddress, type PaymentLog } from '../evm/index.ts'
import { type Keccak, referenceTopic } from '../id.ts'
import type { Contract, ContractName, Network } from '../networks/network.ts'
import type { PaymentTerms, Settlement } from './way.ts'

/**
 * Checks a payment event against one request. Anyone can emit the event with any reference. Therefore the emitter must be a fee proxy or a
 * conversion proxy from the registry (or an older version). Token, payee and reference must match the request. The arrived amount comes
 * from the token's `Transfer` log, not from this event; `valuation` defines its value for the request.
 */
export function settlePayment(
  terms: PaymentTerms,
  log: PaymentLog,
  network: Network,
  keccak?: Keccak,
): Settlement {
  if (terms.network !== network.id) return { credited: false, reason: 'wrong_network' }
  const emitter = emitterOf(network, log)
  if (emitter === null) return { credited: false, reason: 'wrong_contract' }
  if (log.referenceTopic !== referenceTopic(terms.paymentReference, keccak))
    return { credited: false, reason: 'wrong_reference' }
  if (!isSameToken(terms.token, log.token)) return { credited: false, reason: 'wrong_token' }
  if (!isSameAddress(terms.payee, log.payee)) return { credited: false, reason: 'wrong_payee' }
  // A fee proxy's event has no conversion data, even if other events accompany it.
  return value(terms, emitter === 'conversion' ? log.conversion : null)
}

function value(terms: PaymentTerms, claim: PaymentLog['conversion']): Settlement {
  const { conversion } = terms
  if (conversion === null || conversion === undefined) return { credited: true, valuation: 'units' }
  const [currency] = conversion.path
  if (claim === null || currency === undefined || !isSameAddress(claim.currency, currency))
    return { credited: true, valuation: 'rate' }
  const most = conversion.maxRateTimespanS
  const isUnbounded = claim.maxRateTimespanS === 0n || claim.maxRateTimespanS > most
  if (most > 0n && isUnbounded) return { credited: false, reason: 'rate_age_unbounded' }
  return { credited: true, valuation: 'conversion' }
}

/** Returns the kind of proxy that emitted the event; null if it is not a payment proxy. */
function emitterOf(network: Network, log: PaymentLog): 'fee' | 'conversion' | null {
  const isErc20 = log.kind === 'erc20'
  if (isContract(network, isErc20 ? 'ERC20FeeProxy' : 'EthereumFeeProxy', log)) return 'fee'
  const name = isErc20 ? 'Erc20ConversionProxy' : 'EthConversionProxy'
  return isContract(network, name, log) ? 'conversion' : null
}

function isContract(network: Network, name: ContractName, log: PaymentLog): boolean {
  const contract: Contract | undefined = network.contracts[name]
  if (contract === undefined) return false
  return [contract, ...(contract.others ?? [])].some((deployment) =>
    isSameAddress(deployment.address, log.contract),
  )
}

function isSameToken(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return a === b
  return isSameAddress(a, b)
}

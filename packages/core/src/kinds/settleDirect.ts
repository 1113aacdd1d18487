import { isSameAddress, type PaymentLog } from '../evm/index.ts'
import { type Keccak, referenceTopic } from '../id.ts'
import type { Contract, Network } from '../networks/network.ts'
import type { PaymentTerms, Settlement } from './kind.ts'

/**
 * Judges a fee proxy's event against one request. Anybody can emit the event with any reference, so the emitter must be
 * a proxy of the registry (an older version counts too), and token, payee and reference must be the request's. How much
 * is credited is not decided here: that is what the token's `Transfer` log moved.
 */
export function settleDirect(
  terms: PaymentTerms,
  log: PaymentLog,
  network: Network,
  keccak?: Keccak,
): Settlement {
  if (terms.network !== network.id) return { credited: false, reason: 'wrong_network' }
  if (!isProxy(network, log)) return { credited: false, reason: 'wrong_contract' }
  if (log.referenceTopic !== referenceTopic(terms.paymentReference, keccak))
    return { credited: false, reason: 'wrong_reference' }
  if (!isSameToken(terms.token, log.token)) return { credited: false, reason: 'wrong_token' }
  if (!isSameAddress(terms.payee, log.payee)) return { credited: false, reason: 'wrong_payee' }
  return { credited: true }
}

function isProxy(network: Network, log: PaymentLog): boolean {
  const { ERC20FeeProxy, EthereumFeeProxy } = network.contracts
  const contract: Contract | undefined = log.kind === 'erc20' ? ERC20FeeProxy : EthereumFeeProxy
  if (contract === undefined) return false
  return [contract, ...(contract.others ?? [])].some((deployment) =>
    isSameAddress(deployment.address, log.contract),
  )
}

function isSameToken(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return a === b
  return isSameAddress(a, b)
}

import type { Network } from '@secure-payment/core/networks'
import type { NoteFact } from '../machine/fact.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import { listen, type Provider, readChainId } from '../wallets/provider.ts'
import { faultNote, readWalletFault } from '../wallets/walletError.ts'
import type { Task } from './session.ts'

const RECHECK_MS = 1_000
/** After a wallet reports success, its chain id is read this many times before the switch counts as failed. */
const MAX_CHECKS_AFTER_ANSWER = 8

/**
 * Switches the wallet to the payment's network: -> switched or step_failed. The wallet's promise proves nothing: it
 * may resolve early, report a false result, or hang after a manual switch. Therefore the chain id decides; it is read
 * again after the response, on every `chainChanged`, and every second.
 */
export async function switchChain(task: Task): Promise<void> {
  const { session, signal, tell } = task
  const { provider } = session
  const { verified } = session.state()
  if (provider === null || verified === null) {
    tell({ type: 'step_failed', note: { code: 'wallet_gone' } })
    return
  }
  const { network, payment } = verified
  const progress = watchAnswer(provider, network, payment, signal)
  let checks = 0
  while (!signal.aborted) {
    await Promise.race([progress.news(), session.wait(RECHECK_MS, signal)])
    const chainId = readChainId(await provider.request({ method: 'eth_chainId' }))
    if (chainId === network.chainId) {
      tell({ type: 'switched', chainId })
      return
    }
    if (progress.fault !== null) {
      tell({ type: 'step_failed', note: progress.fault })
      return
    }
    checks += progress.isAnswered ? 1 : 0
    if (checks >= MAX_CHECKS_AFTER_ANSWER) {
      tell({ type: 'step_failed', note: note('switch_failed', network) })
      return
    }
  }
}

type Answer = {
  isAnswered: boolean
  fault: NoteFact | null
  /** Resolves at the next response or `chainChanged`. */
  news(): Promise<void>
}

function watchAnswer(
  provider: Provider,
  network: Network,
  payment: PaymentMetadata,
  signal: AbortSignal,
): Answer {
  let next = Promise.withResolvers<void>()
  const answer: Answer = { isAnswered: false, fault: null, news: () => next.promise }
  const wake = () => {
    next.resolve()
    next = Promise.withResolvers<void>()
  }
  listen(provider, 'chainChanged', wake, signal)
  void ask(provider, network, payment).then(
    () => {
      answer.isAnswered = true
      wake()
    },
    (error: unknown) => {
      const fault = readWalletFault(error)
      const code = fault === 'rejected' ? 'switch_rejected' : 'switch_failed'
      answer.fault = fault === 'busy' ? faultNote(fault) : note(code, network)
      wake()
    },
  )
  return answer
}

/** Requests the switch by EIP-3326, then by EIP-3085 if the wallet does not have the network. */
async function ask(provider: Provider, network: Network, payment: PaymentMetadata): Promise<void> {
  const chainId = `0x${network.chainId.toString(16)}`
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  } catch (error) {
    if (readWalletFault(error) !== 'unknown_chain') throw error
    const chain = newChain(chainId, network, payment)
    await provider.request({ method: 'wallet_addEthereumChain', params: [chain] })
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  }
}

/** Returns the network with the registry's nodes, not the service's: a wallet stores this URL long after this payment. */
function newChain(chainId: string, network: Network, payment: PaymentMetadata) {
  // The service's nodes belong to the payment's own network; a payment from another chain does not use them.
  const rpcUrl = payment.chain.id === network.id ? payment.chain.rpcUrl : null
  // The developer chooses the address of a local chain's node, and only the service has it.
  const isOwn = network.publicRpcUrls.length > 0 && !(network.isLocal && rpcUrl !== null)
  const { name, symbol, decimals } = network.nativeCurrency
  return {
    chainId,
    chainName: network.name,
    nativeCurrency: { name, symbol, decimals },
    rpcUrls: isOwn || rpcUrl === null ? network.publicRpcUrls : [rpcUrl],
    ...(network.explorerUrl === null ? {} : { blockExplorerUrls: [network.explorerUrl] }),
  }
}

function note(code: 'switch_rejected' | 'switch_failed', network: Network): NoteFact {
  return { code, params: { network: network.name } }
}

import { getNetwork } from '@secure-payment/core/networks'
import { loadTransactions } from './fiatApi.ts'

/** The part of an EIP-1193 wallet that a payment uses. */
export type PayingProvider = {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>
}

/** The progress of a payment: the prompt that the payer's wallet shows. */
export type PayStep = 'connect' | 'approve' | 'pay'

const RECEIPT_POLL_MS = 500
const MAX_RECEIPT_POLLS = 240

/** The wallet returned no account, or no hash. */
class WalletAnswerError extends Error {
  override readonly name = 'WalletAnswerError'
}

/** An approval failed. */
class TransactionFailedError extends Error {
  override readonly name = 'TransactionFailedError'
}

/**
 * Pays a request with a wallet: reads the transactions from the backend, asks the wallet to send each of them, and waits for the approvals.
 * Resolves with the hash of the payment.
 *
 * @throws the error of the wallet or the backend
 */
export async function payRequest(
  provider: PayingProvider,
  facts: {
    requestId: string
    payer: string
    account: string
    network: string
    onStep: (step: PayStep) => void
  },
): Promise<string> {
  facts.onStep('connect')
  const wallet = await connect(provider)
  const chainId = `0x${getNetwork(facts.network).chainId.toString(16)}`
  await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  const { requestId, payer, account } = facts
  const transactions = await loadTransactions(requestId, { wallet, payer, account })
  let hash = ''
  for (const [index, { to, data, value }] of transactions.entries()) {
    const isLast = index === transactions.length - 1
    facts.onStep(isLast ? 'pay' : 'approve')
    const hex = typeof value === 'string' ? value : value.hex
    const call = { from: wallet, to, data, value: `0x${BigInt(hex).toString(16)}` }
    const sent = await provider.request({ method: 'eth_sendTransaction', params: [call] })
    if (typeof sent !== 'string')
      throw new WalletAnswerError('The wallet returned no transaction hash.')
    hash = sent
    if (!isLast) await waitForReceipt(provider, sent)
  }
  return hash
}

async function connect(provider: PayingProvider): Promise<string> {
  const accounts = await provider.request({ method: 'eth_requestAccounts' })
  const [account]: unknown[] = Array.isArray(accounts) ? accounts : []
  if (typeof account !== 'string') throw new WalletAnswerError('The wallet shared no account.')
  return account
}

async function waitForReceipt(provider: PayingProvider, hash: string): Promise<void> {
  for (let poll = 0; poll < MAX_RECEIPT_POLLS; poll += 1) {
    const receipt = await provider.request({
      method: 'eth_getTransactionReceipt',
      params: [hash],
    })
    if (receipt !== null && receipt !== undefined) {
      if (Object(receipt).status === '0x1') return
      throw new TransactionFailedError('The approval failed on chain.')
    }
    await new Promise((resolve) => setTimeout(resolve, RECEIPT_POLL_MS))
  }
  throw new TransactionFailedError('The approval was not mined in time.')
}

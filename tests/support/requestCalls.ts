import type { Chains } from '@secure-payment/devnet'
import { erc20Abi, getAddress, type Hex } from 'viem'
import type { Answer } from './callApi.ts'
import { PAYEE, type TestHost } from './testHost.ts'

/** Creates a request through the API: 12.5 USDC on devnet to `PAYEE`, with the changes in `body`. Returns its id. */
export async function createRequest(
  test: Pick<TestHost, 'call'>,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<string> {
  const { status, json, text } = await test.call('POST', '/v2/request', {
    headers,
    body: {
      payee: PAYEE,
      amount: '12.5',
      invoiceCurrency: 'USDC-devnet',
      paymentCurrency: 'USDC-devnet',
      ...body,
    },
  })
  if (status !== 201) throw new Error(`Expected 201, got ${status}: ${text}`)
  return json.requestId
}

/** Requests the calldata for a request with these query parameters. */
export function askToPay(
  test: Pick<TestHost, 'call'>,
  requestId: string,
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const text = new URLSearchParams(query).toString()
  return test.call('GET', `/v2/request/${requestId}/pay?${text}`, { headers })
}

/** A transaction in the response of `pay`. */
export type WireTransaction = { to: Hex; data: Hex; value: { hex: Hex } }

/** Sends transactions in order as one of the devnet's accounts; each must succeed. */
export async function sendAll(
  chains: Chains,
  account: number,
  transactions: readonly WireTransaction[],
): Promise<void> {
  const wallet = chains.wallet('devnet', account)
  for (const { to, data, value } of transactions) {
    const { status } = await wallet.sendTransactionSync({ to, data, value: BigInt(value.hex) })
    if (status !== 'success') throw new Error(`The call to ${to} reverted.`)
  }
}

/** Returns an address's balance in a devnet currency, by symbol, in base units. */
export async function balanceOf(chains: Chains, symbol: string, owner: string): Promise<bigint> {
  const address = getAddress(owner)
  const client = chains.client('devnet')
  if (symbol === 'ETH') return client.getBalance({ address })
  return client.readContract({
    address: chains.token('devnet', symbol).address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
  })
}

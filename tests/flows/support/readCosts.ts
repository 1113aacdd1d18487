import type { Hex } from 'viem'

/** Returns a transaction's gas cost in base units of the network's coin, as its node states it. */
export async function gasUnitsOf(rpcUrl: string, txHash: Hex): Promise<bigint> {
  const answer = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getTransactionReceipt',
      params: [txHash],
    }),
  })
  const { result }: { result: { gasUsed: string; effectiveGasPrice: string } } = await answer.json()
  return BigInt(result.gasUsed) * BigInt(result.effectiveGasPrice)
}

/** Returns the text of a payment's receipt in English, with plain spaces. */
export async function readReceiptText(hostUrl: string, token: string): Promise<string> {
  const answer = await fetch(`${hostUrl}/receipts/${token}?lang=en`)
  const html = await answer.text()
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/\s+/g, ' ')
}

import { createServer } from 'node:http'
import { getNetwork } from '@secure-payment/core/networks'

/** A quote's terms: the fee in token units, on top of the owed amount, and the seconds until the funds arrive. */
export type QuoterPrice = { feeUnits: bigint; durationS: number }

/** The members of a quote request that tests read. */
export type QuoterQuestion = { fromChain: number; fromToken: string }

/** A server that returns quotes in LI.FI's format, for networks without a local chain; the quoted transactions do nothing. */
export type Quoter = AsyncDisposable & { url: string; questions: QuoterQuestion[] }

/** Starts a quoter on 127.0.0.1. `answer` returns the terms, or null for "no route". */
export async function startQuoter(
  answer: (question: QuoterQuestion) => Promise<QuoterPrice | null>,
): Promise<Quoter> {
  const diamond = getNetwork('base').contracts.LiFiDiamond?.address
  const questions: QuoterQuestion[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const asked = JSON.parse(text)
    questions.push(asked)
    const price = await answer(asked)
    response.setHeader('content-type', 'application/json')
    if (price === null) {
      response.writeHead(404).end(JSON.stringify({ message: 'No available quotes', code: 1002 }))
      return
    }
    const fromAmount = String(BigInt(asked.toAmount) + price.feeUnits)
    response.end(
      JSON.stringify({
        type: 'lifi',
        id: `${asked.fromChain}:${asked.fromToken}`,
        tool: 'across',
        action: {
          fromChainId: asked.fromChain,
          toChainId: asked.toChain,
          fromToken: { address: asked.fromToken, chainId: asked.fromChain },
          toToken: { address: asked.toToken, chainId: asked.toChain },
          fromAmount,
        },
        estimate: {
          approvalAddress: diamond,
          fromAmount,
          toAmount: asked.toAmount,
          toAmountMin: asked.toAmount,
          executionDuration: price.durationS,
        },
        transactionRequest: {
          to: diamond,
          chainId: asked.fromChain,
          data: '0xdeadbeef',
          value: '0x0',
        },
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`,
    questions,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

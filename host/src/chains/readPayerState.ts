import type { Network } from '@secure-payment/core/networks'
import {
  addressWord,
  aggregate3Call,
  type ContractRead,
  ethCall,
  multicallOf,
  readAggregate3,
} from './aggregate3.ts'
import type { PayerChainState, PayerStateQuery, TokenState } from './chainClient.ts'
import type { Ask } from './createAsk.ts'
import { RpcCallError } from './errors.ts'
import type { RpcCall } from './openRpcTransport.ts'
import { MalformedAnswerError, parseQuantity } from './wire.ts'

/** A payer waits for this response, so its deadline is short. */
const PAYER_DEADLINE_MS = 4_000
/** The maximum number of tokens per read. Each needs up to two calls, and the limit keeps the round trip small. */
const MAX_TOKENS = 50

const BALANCE_OF = '0x70a08231'
const ALLOWANCE = '0xdd62ed3e'
const GET_ETH_BALANCE = '0x4d2301cc'

/**
 * Reads a wallet's native balance, token balances and allowances in one Multicall3 call, together with the gas price. If Multicall3 has no
 * code on the network, reads the values as single calls in one batch. Throws {@link ChainUnavailableError}.
 */
export async function readPayerState(
  client: { network: Network; ask: Ask },
  query: PayerStateQuery,
): Promise<PayerChainState> {
  if (query.tokens.length > MAX_TOKENS) {
    throw new RangeError(`At most ${MAX_TOKENS} tokens can be read at once`)
  }
  const { network, ask } = client
  const tokens = [...new Set(query.tokens.map((token) => token.toLowerCase()))]
  const reads = tokens.flatMap((token) => tokenReads(token, query))
  const multicall = multicallOf(network)
  if (multicall !== undefined) {
    const native: ContractRead = {
      to: multicall,
      data: `${GET_ETH_BALANCE}${addressWord(query.wallet)}`,
    }
    const all = [native, ...reads]
    const { answer } = await ask([GAS_PRICE, aggregate3Call(multicall, all, 'latest')], {
      deadlineMs: PAYER_DEADLINE_MS,
      read: ([gasPrice, aggregate]) => ({
        gasPrice,
        answers: readAggregate3(aggregate, all.length),
      }),
    })
    const { gasPrice, answers } = answer
    if (answers !== null) return toState(tokens, query, gasPrice, answers.map(toAnsweredWord))
  }
  const { answer } = await ask(
    [
      GAS_PRICE,
      { method: 'eth_getBalance', params: [query.wallet, 'latest'] },
      ...reads.map((read) => ethCall(read, 'latest')),
    ],
    {
      deadlineMs: PAYER_DEADLINE_MS,
      callErrors: 'keep',
      read: ([gasPrice, ...values]) => {
        for (const fatal of [gasPrice, values[0]]) {
          if (fatal instanceof RpcCallError) throw fatal
        }
        return { gasPrice, answers: values.map(toWord) }
      },
    },
  )
  return toState(tokens, query, answer.gasPrice, answer.answers)
}

const GAS_PRICE: RpcCall = { method: 'eth_gasPrice', params: [] }

function tokenReads(token: string, query: PayerStateQuery): readonly ContractRead[] {
  const wallet = addressWord(query.wallet)
  const balance: ContractRead = { to: token, data: `${BALANCE_OF}${wallet}` }
  if (query.spender === null) return [balance]
  return [balance, { to: token, data: `${ALLOWANCE}${wallet}${addressWord(query.spender)}` }]
}

/** `answers`: the native balance, then the balance and allowance of each token, as in {@link tokenReads}. */
function toState(
  tokens: readonly string[],
  query: PayerStateQuery,
  gasPrice: unknown,
  answers: readonly (bigint | null)[],
): PayerChainState {
  const [nativeUnits] = answers
  if (nativeUnits === undefined || nativeUnits === null) {
    throw new MalformedAnswerError('the native balance is missing')
  }
  const perToken = query.spender === null ? 1 : 2
  const entries = tokens.map((token, index): [string, TokenState] => [
    token,
    {
      balanceUnits: answers[1 + index * perToken] ?? null,
      allowanceUnits: query.spender === null ? null : (answers[2 + index * perToken] ?? null),
    },
  ])
  return {
    nativeUnits,
    gasPriceUnits: parseQuantity(gasPrice, 'eth_gasPrice'),
    tokens: Object.fromEntries(entries),
  }
}

/** Returns a contract's one-word return value; `null` if it is not one word. */
function toAnsweredWord(data: string | null): bigint | null {
  return data !== null && data.length === 66 ? BigInt(data) : null
}

function toWord(value: unknown): bigint | null {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) return null
  return BigInt(value)
}

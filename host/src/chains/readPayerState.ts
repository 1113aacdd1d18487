import type { Network } from '@secure-payment/core/networks'
import type { Hex } from 'viem'
import type { PayerChainState, PayerStateQuery, TokenState } from './chainClient.ts'
import type { Ask } from './createAsk.ts'
import { RpcCallError } from './errors.ts'
import type { RpcCall } from './openRpcTransport.ts'
import { MalformedAnswerError, parseBytes, parseQuantity } from './wire.ts'

/** A payer waits for this answer, so it is cut short. */
const PAYER_DEADLINE_MS = 4_000
/** Two calls a token, so that one round trip stays small. */
const MAX_TOKENS = 50

const AGGREGATE3 = '82ad56cb'
const BALANCE_OF = '70a08231'
const ALLOWANCE = 'dd62ed3e'
const GET_ETH_BALANCE = '4d2301cc'

/**
 * Reads a wallet's native balance, token balances and allowances in one Multicall3 call beside the gas price; where
 * Multicall3 has no code, as single calls of one batch. Throws {@link ChainUnavailableError}.
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
  const multicall = network.contracts.Multicall3?.address
  if (multicall !== undefined) {
    const { answer } = await ask(
      [GAS_PRICE, ethCall(multicall, encodeAggregate3(multicall, query.wallet, reads))],
      {
        deadlineMs: PAYER_DEADLINE_MS,
        read: ([gasPrice, aggregate]) =>
          // No code at the address: the call succeeds with empty data.
          aggregate === '0x'
            ? null
            : { gasPrice, answers: decodeAggregate3(parseBytes(aggregate, null, 'aggregate3')) },
      },
    )
    if (answer !== null) return toState(tokens, query, answer.gasPrice, answer.answers)
  }
  const { answer } = await ask(
    [
      GAS_PRICE,
      { method: 'eth_getBalance', params: [query.wallet, 'latest'] },
      ...reads.map((read) => ethCall(read.to, `0x${read.data}`)),
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

type Read = { to: string; data: string }

const GAS_PRICE: RpcCall = { method: 'eth_gasPrice', params: [] }

function tokenReads(token: string, query: PayerStateQuery): readonly Read[] {
  const balance = { to: token, data: BALANCE_OF + addressWord(query.wallet) }
  if (query.spender === null) return [balance]
  const allowance = ALLOWANCE + addressWord(query.wallet) + addressWord(query.spender)
  return [balance, { to: token, data: allowance }]
}

/** `answers`: the native balance, then balance and allowance of each token, as in {@link tokenReads}. */
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

function ethCall(to: string, data: Hex): RpcCall {
  return { method: 'eth_call', params: [{ to, data }, 'latest'] }
}

/** `aggregate3((address target, bool allowFailure, bytes callData)[])`, the native balance first. */
function encodeAggregate3(multicall: string, wallet: string, reads: readonly Read[]): Hex {
  const calls = [{ to: multicall, data: GET_ETH_BALANCE + addressWord(wallet) }, ...reads]
  const tuples = calls.map(({ to, data }) => {
    const size = data.length / 2
    const padded = data.padEnd(Math.ceil(size / 32) * 64, '0')
    return addressWord(to) + word(1n) + word(0x60n) + word(BigInt(size)) + padded
  })
  let offset = BigInt(tuples.length * 32)
  const offsets = tuples.map((tuple) => {
    const own = word(offset)
    offset += BigInt(tuple.length / 2)
    return own
  })
  return `0x${AGGREGATE3}${word(0x20n)}${word(BigInt(tuples.length))}${offsets.join('')}${tuples.join('')}`
}

/** The 32-byte answers of `(bool success, bytes returnData)[]`; `null` for a call that failed or answered otherwise. */
function decodeAggregate3(data: Hex): readonly (bigint | null)[] {
  const bytes = data.slice(2)
  const start = wordAt(bytes, 0) + 32
  const count = wordAt(bytes, start - 32)
  if (count > 1 + 2 * MAX_TOKENS) throw new MalformedAnswerError('aggregate3 answered too much')
  return Array.from({ length: count }, (_, index) => {
    const tuple = start + wordAt(bytes, start + index * 32)
    const succeeded = wordAt(bytes, tuple) === 1
    const returned = tuple + wordAt(bytes, tuple + 32)
    const size = wordAt(bytes, returned)
    if (!succeeded || size !== 32) return null
    return BigInt(`0x${bytes.slice((returned + 32) * 2, (returned + 64) * 2)}`)
  })
}

function wordAt(bytes: string, at: number): number {
  const text = bytes.slice(at * 2, at * 2 + 64)
  if (text.length !== 64) throw new MalformedAnswerError('aggregate3 answered too little')
  const value = BigInt(`0x${text}`)
  if (value > BigInt(bytes.length)) throw new MalformedAnswerError('aggregate3 points outside')
  return Number(value)
}

function toWord(value: unknown): bigint | null {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) return null
  return BigInt(value)
}

function addressWord(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}

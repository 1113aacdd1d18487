import type { Network } from '@secure-payment/core/networks'
import { abiNetwork, toAbiAddress } from '@secure-payment/core/tron'
import type { Hex } from 'viem'
import type { ChainClient, PayerChainState } from './chainClient.ts'
import { createEvmClient } from './createEvmClient.ts'
import type { TronNode } from './openTronNode.ts'

/**
 * Creates Tron's chain client, which reuses the EVM client over the nodes' JSON-RPC, limited to the state of their solidity interfaces.
 * Queries contain wallets and tokens in base58, and transaction hashes with or without `0x`; a payer's tokens are returned in base58.
 * Contract data (logs, receipts, calls) is in the ABI's form: in hex, with `0x`. The methods that only the relayer uses (nonces, gas fees,
 * raw transactions) do not work, because Tron has no relayer account.
 */
export function createTronClient(options: {
  network: Network
  nodes: readonly TronNode[]
  /** The clock for the pauses of nodes that failed. */
  nowMs: () => number
  onDisagreement?: () => void
}): ChainClient {
  const { network } = options
  const evm = createEvmClient({ ...options, network: abiNetwork(network) })
  return {
    ...evm,
    network,
    findTransaction: (hash) => evm.findTransaction(toHash(hash)),
    getAgreedTransaction: (hash) => evm.getAgreedTransaction(toHash(hash)),
    findReceipt: (hash) => evm.findReceipt(toHash(hash)),
    async readPayerState({ wallet, tokens, spender }) {
      const state = await evm.readPayerState({
        wallet: toAbi(wallet),
        tokens: tokens.map(toAbi),
        spender: spender === null ? null : toAbi(spender),
      })
      return { ...state, tokens: renameTokens(tokens, state.tokens) }
    },
    hasCode: (addresses) => evm.hasCode(addresses.map(toAbi)),
    readAccount: (address) => evm.readAccount(toAbi(address)),
    simulate: ({ from, to, data }) => evm.simulate({ from: toAbi(from), to: toAbi(to), data }),
    call: (to, data) => evm.call(toAbi(to), data),
  }
}

/** The addresses in a log are already in hex. */
function toAbi(address: string): string {
  return address.startsWith('0x') ? address : toAbiAddress(address)
}

function toHash(hash: string): Hex {
  return `0x${hash.replace(/^0x/, '').toLowerCase()}`
}

function renameTokens(
  tokens: readonly string[],
  states: PayerChainState['tokens'],
): PayerChainState['tokens'] {
  return Object.fromEntries(
    tokens.flatMap((token) => {
      const state = states[toAbi(token).toLowerCase()]
      return state === undefined ? [] : [[token, state]]
    }),
  )
}

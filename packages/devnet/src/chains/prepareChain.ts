import type { Network } from '@secure-payment/core/networks'
import { type Address, type Hex, numberToHex, parseEther } from 'viem'
import { ChainSetupError } from '../errors.ts'
import { ADMIN_ADDRESS, BRIDGE_RELAYER_ACCOUNT, RELAYER_ACCOUNT } from './accounts.ts'
import { type Placement, planContracts } from './planContracts.ts'
import { planSetup } from './planSetup.ts'
import { rpc, rpcBatch } from './rpc.ts'

/** Gas of each set-up transaction; the largest needs about 600,000. With a fixed limit, the node does not have to estimate. */
const GAS = 1_500_000n
/** The balance of each relayer, the same that anvil gives to its own accounts. */
const RELAYER_BALANCE = parseEther('10000')

/**
 * Places a network's contracts on a new chain and configures them.
 *
 * A contract is constructed *in place*. Its creation code becomes the final address's code, and one transaction calls it there. The
 * constructor therefore writes its own storage and has its final address, as in a deployment. The call returns the runtime code with its
 * immutables, which then replaces the creation code. Throws ChainSetupError, RpcError.
 */
export async function prepareChain(rpcUrl: string, network: Network): Promise<void> {
  const placements = planContracts(network)
  await constructInPlace(rpcUrl, network, placements)
  const calls = planSetup(network)
  await sendAll(rpcUrl, network, { calls, firstNonce: placements.length })
  await rpcBatch(
    rpcUrl,
    [RELAYER_ACCOUNT, BRIDGE_RELAYER_ACCOUNT].map(({ address }) => ({
      method: 'anvil_setBalance',
      params: [address, numberToHex(RELAYER_BALANCE)],
    })),
  )
}

async function constructInPlace(
  rpcUrl: string,
  network: Network,
  placements: readonly Placement[],
): Promise<void> {
  await rpcBatch(
    rpcUrl,
    placements.map(({ address, creationCode }) => setCode(address, creationCode)),
  )
  const codes = await rpcBatch(
    rpcUrl,
    placements.map(({ address }) => ({
      method: 'eth_call',
      params: [{ from: ADMIN_ADDRESS, to: address }, 'latest'],
    })),
  )
  const calls = placements.map(({ name, address }) => ({ name, to: address, data: '0x' as const }))
  await sendAll(rpcUrl, network, { calls, firstNonce: 0 })
  const runtimes = codes.map((code, index) => {
    if (isCode(code)) return code
    const what = `Constructing ${placements[index]?.name}`
    throw new ChainSetupError({ network: network.id, what, problem: `returned ${String(code)}` })
  })
  await rpcBatch(
    rpcUrl,
    placements.flatMap(({ address }, index) => [
      setCode(address, runtimes[index] ?? '0x'),
      // EIP-161: a contract's nonce starts at 1. Factories derive the addresses of new contracts from their nonce.
      { method: 'anvil_setNonce', params: [address, '0x1'] },
    ]),
  )
}

async function sendAll(
  rpcUrl: string,
  network: Network,
  options: { calls: readonly { name: string; to: Address; data: Hex }[]; firstNonce: number },
): Promise<void> {
  const { calls, firstNonce } = options
  const hashes = await rpcBatch(
    rpcUrl,
    calls.map(({ to, data }, index) => ({
      method: 'eth_sendTransaction',
      params: [
        {
          from: ADMIN_ADDRESS,
          to,
          data,
          gas: numberToHex(GAS),
          nonce: numberToHex(firstNonce + index),
        },
      ],
    })),
  )
  await rpc(rpcUrl, 'evm_mine')
  const receipts = await rpcBatch(
    rpcUrl,
    hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
  )
  receipts.forEach((receipt, index) => {
    if (isSuccess(receipt)) return
    const what = calls[index]?.name ?? 'A set-up transaction'
    throw new ChainSetupError({ network: network.id, what, problem: 'its transaction failed' })
  })
}

function setCode(address: Address, code: Hex) {
  return { method: 'anvil_setCode', params: [address, code] }
}

function isCode(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-f]{2,}$/.test(value)
}

function isSuccess(receipt: unknown): boolean {
  return typeof receipt === 'object' && receipt !== null && Reflect.get(receipt, 'status') === '0x1'
}

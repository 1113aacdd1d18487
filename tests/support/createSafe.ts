import { type Chains, testTokenAbi } from '@secure-payment/devnet'
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  parseAbi,
  parseEther,
  parseUnits,
  size,
  toHex,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { readCreationCode } from '../flows/support/smartAccounts.ts'

/** A call in a page's request to a Safe: the value is decimal text. */
export type SafeCall = { readonly to: Address; readonly value: string; readonly data: Hex }

/** A proposal to the signers, as the Safe's own page describes it. */
type Proposal = {
  readonly safeTxHash: Hex
  status: 'AWAITING_CONFIRMATIONS' | 'AWAITING_EXECUTION' | 'SUCCESS' | 'CANCELLED'
  txHash: Hex | null
}

/** A Safe on the first chain with two signers, both of whom must agree. */
export type Safe = {
  readonly address: Address
  /** The account that sends the signed proposals. */
  readonly executor: Address
  /** Oldest first. */
  readonly proposals: readonly Proposal[]
  /** Proposes calls with the first signer's signature, and returns the `safeTxHash`. */
  propose(calls: readonly SafeCall[]): Promise<Hex>
  /** Signs a proposal as the second signer; the transaction is not sent yet. */
  sign(safeTxHash: Hex): Promise<void>
  /** Sends a proposal that both signers have signed; resolves when the transaction is mined. */
  execute(safeTxHash: Hex): Promise<void>
  /**
   * Makes both signers sign an empty transaction in place of the proposal. Resolves when the empty transaction is mined; the proposal can
   * then never be executed.
   */
  reject(safeTxHash: Hex): Promise<void>
}

type Transaction = { to: Address; value: bigint; data: Hex; operation: 0 | 1; nonce: bigint }
type Signed = Proposal & {
  readonly transaction: Transaction
  readonly signatures: Map<Address, Hex>
}

const SAFE_ABI = parseAbi([
  'function nonce() view returns (uint256)',
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
])
const MULTI_SEND_ABI = parseAbi(['function multiSend(bytes transactions) payable'])
/** The EIP-712 type of Safe 1.4.1. */
const SAFE_TX = {
  SafeTx: [
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
    { name: 'operation', type: 'uint8' },
    { name: 'safeTxGas', type: 'uint256' },
    { name: 'baseGas', type: 'uint256' },
    { name: 'gasPrice', type: 'uint256' },
    { name: 'gasToken', type: 'address' },
    { name: 'refundReceiver', type: 'address' },
    { name: 'nonce', type: 'uint256' },
  ],
} as const
const CHAIN_ID = 31_337
/** The devnet account that deploys, and that sends the signed proposals. */
const SENDER_INDEX = 8
const COINS = parseEther('10')
const TOKENS = '1000'

/** Deploys a Safe with 10 coins and 1,000 USDC. */
export async function createSafe(chains: Chains): Promise<Safe> {
  const client = chains.client('devnet')
  const sender = chains.wallet('devnet', SENDER_INDEX)
  const owners = [generatePrivateKey(), generatePrivateKey()].map((key) => privateKeyToAccount(key))
  const [first] = owners
  const multiSend = await deploy(readCreationCode('TestMultiSend'))
  const parameters = [{ type: 'address[]' }, { type: 'uint256' }] as const
  const terms = encodeAbiParameters(parameters, [owners.map((owner) => owner.address), 2n])
  const address = await deploy(concat([readCreationCode('TestSafe'), terms]))
  await client.setBalance({ address, value: COINS })
  const { address: token, decimals } = chains.token('devnet', 'USDC')
  await sender.writeContractSync({
    address: token,
    abi: testTokenAbi,
    functionName: 'mint',
    args: [address, parseUnits(TOKENS, decimals)],
  })
  const proposals: Signed[] = []

  async function deploy(data: Hex): Promise<Address> {
    const hash = await sender.sendTransaction({ data })
    const { contractAddress } = await client.waitForTransactionReceipt({ hash })
    if (!contractAddress) throw new Error('The deployment created no contract.')
    return contractAddress
  }

  function find(safeTxHash: Hex): Signed {
    const found = proposals.find((one) => one.safeTxHash === safeTxHash)
    if (found === undefined) throw new Error(`Nobody proposed ${safeTxHash}.`)
    return found
  }

  /** Returns the first nonce that no open proposal uses. */
  async function nextNonce(): Promise<bigint> {
    const nonce = await client.readContract({ address, abi: SAFE_ABI, functionName: 'nonce' })
    const open = proposals.filter(({ status }) => status.startsWith('AWAITING'))
    return nonce + BigInt(open.length)
  }

  function typed(transaction: Transaction) {
    const unpaid = { safeTxGas: 0n, baseGas: 0n, gasPrice: 0n }
    const message = {
      ...transaction,
      ...unpaid,
      gasToken: zeroAddress,
      refundReceiver: zeroAddress,
    }
    const domain = { chainId: CHAIN_ID, verifyingContract: address }
    return { domain, types: SAFE_TX, primaryType: 'SafeTx', message } as const
  }

  async function send({ transaction, signatures }: Pick<Signed, 'transaction' | 'signatures'>) {
    const { to, value, data, operation } = transaction
    const sorted = [...signatures].sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    const signed = concat(sorted.map(([, signature]) => signature))
    const hash = await sender.writeContract({
      address,
      abi: SAFE_ABI,
      functionName: 'execTransaction',
      args: [to, value, data, operation, 0n, 0n, 0n, zeroAddress, zeroAddress, signed],
    })
    const { status } = await client.waitForTransactionReceipt({ hash })
    if (status !== 'success') throw new Error(`The Safe did not execute ${hash}.`)
    return hash
  }

  async function signAll(transaction: Transaction): Promise<Map<Address, Hex>> {
    const signatures = new Map<Address, Hex>()
    for (const owner of owners) {
      signatures.set(owner.address, await owner.signTypedData(typed(transaction)))
    }
    return signatures
  }

  return {
    address,
    executor: sender.account.address,
    proposals,
    async propose(calls) {
      const transaction = { ...pack(calls, multiSend), nonce: await nextNonce() }
      const safeTxHash = hashTypedData(typed(transaction))
      const signatures = new Map<Address, Hex>()
      if (first) signatures.set(first.address, await first.signTypedData(typed(transaction)))
      const status = 'AWAITING_CONFIRMATIONS'
      proposals.push({ safeTxHash, status, txHash: null, transaction, signatures })
      return safeTxHash
    },
    async sign(safeTxHash) {
      const proposal = find(safeTxHash)
      for (const [owner, signature] of await signAll(proposal.transaction)) {
        proposal.signatures.set(owner, signature)
      }
      proposal.status = 'AWAITING_EXECUTION'
    },
    async execute(safeTxHash) {
      const proposal = find(safeTxHash)
      proposal.txHash = await send(proposal)
      proposal.status = 'SUCCESS'
    },
    async reject(safeTxHash) {
      const proposal = find(safeTxHash)
      const { nonce } = proposal.transaction
      const nothing: Transaction = { to: address, value: 0n, data: '0x', operation: 0, nonce }
      await send({ transaction: nothing, signatures: await signAll(nothing) })
      proposal.status = 'CANCELLED'
    },
  }
}

/** Packs calls into one transaction: a single call directly, and several calls through MultiSend, which executes all or none. */
function pack(calls: readonly SafeCall[], multiSend: Address): Omit<Transaction, 'nonce'> {
  const [call, ...more] = calls
  if (call === undefined) throw new Error('A proposal has calls.')
  if (more.length === 0) return { ...call, value: BigInt(call.value), operation: 0 }
  const packed = calls.map(({ to, value, data }) =>
    concat(['0x00', to, toHex(BigInt(value), { size: 32 }), toHex(size(data), { size: 32 }), data]),
  )
  const data = encodeFunctionData({
    abi: MULTI_SEND_ABI,
    functionName: 'multiSend',
    args: [concat(packed)],
  })
  return { to: multiSend, value: 0n, data, operation: 1 }
}

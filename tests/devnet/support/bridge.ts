import {
  accounts,
  type Bridge,
  bridgeAbi,
  type Chains,
  type Switches,
  startBridge,
  startChains,
  testTokenAbi,
} from '@secure-payment/devnet'
import { type Address, encodeFunctionData, getAddress, type Hex, zeroAddress, zeroHash } from 'viem'
import { vi } from 'vitest'
import { erc20FeeProxyAbi } from '../contractAbis.ts'

/** The payee and the fee address, which nothing else uses. */
export const PAYEE = getAddress('0x00000000000000000000000000000000000a11ce')
export const FEE_TAKER = getAddress('0x000000000000000000000000000000000000fee5')
/** The amount 10 and the fee 0.5 of every payment in these tests, in base units. */
export const AMOUNT = 10_000_000n
export const FEE = 500_000n
/** The cost of every payment on the source chain: the bridge keeps 0.2 % of 10.5, which is 0.021. */
export const SOURCE_UNITS = 10_521_000n

const TIMEOUT_MS = 60_000
const PAYER = accounts[1]?.address ?? '0x'

/** Two chains with a bridge between them that pays out immediately. */
export type BridgeWorld = AsyncDisposable & { chains: Chains; bridge: Bridge }

export async function openBridge(
  networks: readonly string[] = ['devnet', 'devnet-b'],
): Promise<BridgeWorld> {
  await using stack = new AsyncDisposableStack()
  const chains = stack.use(await startChains({ networks }))
  const bridge = stack.use(await startBridge({ chains: chains.list, switches: { durationS: 0 } }))
  const resources = stack.move()
  return { chains, bridge, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

/** The quote members that the tests read. */
export type Quote = {
  id: Hex
  estimate: { fromAmount: string; toAmount: string; approvalAddress: Address }
  transactionRequest: { to: Address; data: Hex; value: Hex; chainId: number; gasLimit: Hex }
}

/** The status members that the tests read. */
export type Status = {
  status: string
  substatus?: string
  sending?: { txHash: Hex; chainId: number; amount: string; token: { address: Address } }
  receiving?: { txHash?: Hex; chainId: number; amount?: string; token?: { address: Address } }
  fromAddress?: Address
  toAddress?: Address
}

/** Returns a host's quote request for a payment of AMOUNT and FEE from `devnet` to `devnet-b` with a reference. */
export function contractCallsRequest(
  { chains }: Pick<BridgeWorld, 'chains'>,
  { from, to, reference }: { from: string; to: string; reference: Hex },
) {
  const proxy = chains.contract('devnet-b', 'ERC20FeeProxy')
  const token = chains.token('devnet-b', to).address
  return {
    fromChain: 31_337,
    fromToken: chains.token('devnet', from).address,
    fromAddress: PAYER,
    toChain: 31_338,
    toToken: token,
    toAmount: String(AMOUNT + FEE),
    toFallbackAddress: PAYEE,
    contractCalls: [
      {
        fromAmount: String(AMOUNT + FEE),
        fromTokenAddress: token,
        toContractAddress: proxy,
        toApprovalAddress: proxy,
        toContractCallData: encodeFunctionData({
          abi: erc20FeeProxyAbi,
          functionName: 'transferFromWithReferenceAndFee',
          args: [token, PAYEE, AMOUNT, reference, FEE, FEE_TAKER],
        }),
        toContractGasLimit: '200000',
      },
    ],
    allowBridges: ['across'],
    integrator: 'tests',
  }
}

/** Posts JSON; returns the response's status and body. */
export async function postJson(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

/** Requests a quote for the payment of {@link contractCallsRequest}. */
export async function quote(
  world: BridgeWorld,
  payment: { from: string; to: string; reference: Hex },
): Promise<Quote> {
  const url = `${world.bridge.url}/quote/contractCalls`
  const { status, body } = await postJson(url, contractCallsRequest(world, payment))
  if (status === 200) return body
  throw new Error(`the quote request returned ${status} ${JSON.stringify(body)}`)
}

/** Approves exactly a quote's cost, as the payer, and sends the quote's transaction. */
export async function deposit(
  { chains }: Pick<BridgeWorld, 'chains'>,
  from: string,
  { estimate, transactionRequest }: Quote,
) {
  const wallet = chains.wallet('devnet', 1)
  await wallet.writeContractSync({
    address: chains.token('devnet', from).address,
    abi: testTokenAbi,
    functionName: 'approve',
    args: [estimate.approvalAddress, BigInt(estimate.fromAmount)],
  })
  const { to, data, value, gasLimit } = transactionRequest
  return wallet.sendTransactionSync({
    to,
    data,
    value: BigInt(value),
    gas: BigInt(gasLimit),
    throwOnReceiptRevert: false,
  })
}

/** Deposits USDC without a quote and orders USDC for the payee without a call; returns the transaction's hash. */
export async function depositByHand(
  { chains }: Pick<BridgeWorld, 'chains'>,
  { amount, ordered }: { amount: bigint; ordered: bigint },
): Promise<Hex> {
  const wallet = chains.wallet('devnet', 1)
  const bridge = chains.contract('devnet', 'LiFiDiamond')
  const token = chains.token('devnet', 'USDC').address
  await wallet.writeContractSync({
    address: token,
    abi: testTokenAbi,
    functionName: 'approve',
    args: [bridge, amount],
  })
  const delivery = {
    token: chains.token('devnet-b', 'USDC').address,
    amount: ordered,
    fallbackAddress: PAYEE,
    target: zeroAddress,
    spender: zeroAddress,
    gasLimit: 0n,
    callData: '0x',
  } as const
  const { transactionHash } = await wallet.writeContractSync({
    address: bridge,
    abi: bridgeAbi,
    functionName: 'deposit',
    args: [{ quoteId: zeroHash, token, amount, toChainId: 31_338n, deadline: 2n ** 40n, delivery }],
  })
  return transactionHash
}

/** Gets a quote and deposits; returns the source transaction's hash. */
export async function pay(
  world: BridgeWorld,
  payment: { from: string; to: string; reference: Hex },
): Promise<Hex> {
  const receipt = await deposit(world, payment.from, await quote(world, payment))
  return receipt.transactionHash
}

export async function readStatus({ bridge }: Pick<BridgeWorld, 'bridge'>, txHash: Hex) {
  const query = `txHash=${txHash}&bridge=across&fromChain=31337&toChain=31338`
  const response = await fetch(`${bridge.url}/status?${query}`)
  const status: Status = await response.json()
  return status
}

/** Returns the first status of a finished transfer. */
export function waitUntilDone(world: Pick<BridgeWorld, 'bridge'>, txHash: Hex): Promise<Status> {
  return vi.waitUntil(
    async () => {
      const status = await readStatus(world, txHash)
      return status.status === 'DONE' || status.status === 'FAILED' ? status : false
    },
    { timeout: TIMEOUT_MS },
  )
}

/** Returns the balance changes of all parties across `act`. */
export async function changes(
  { chains }: Pick<BridgeWorld, 'chains'>,
  act: () => Promise<unknown>,
): Promise<Record<string, bigint>> {
  const before = await balances(chains)
  await act()
  const after = await balances(chains)
  const all = Object.entries(after).map(([name, units]): [string, bigint] => [
    name,
    units - (before[name] ?? 0n),
  ])
  return Object.fromEntries(all.filter(([, difference]) => difference !== 0n))
}

async function balances(chains: Chains): Promise<Record<string, bigint>> {
  const bridge = chains.contract('devnet', 'LiFiDiamond')
  const executor = await chains.client('devnet').readContract({
    address: bridge,
    abi: bridgeAbi,
    functionName: 'executor',
  })
  const owners = { payer: PAYER, payee: PAYEE, feeTaker: FEE_TAKER, bridge, executor }
  const entries = chains.list.flatMap(({ network }) =>
    ['USDC', 'USDT'].flatMap((symbol) =>
      Object.entries(owners).map(async ([name, owner]): Promise<[string, bigint]> => {
        const units = await chains.client(network.id).readContract({
          address: chains.token(network.id, symbol).address,
          abi: testTokenAbi,
          functionName: 'balanceOf',
          args: [owner],
        })
        return [`${name} ${symbol} ${network.id}`, units]
      }),
    ),
  )
  return Object.fromEntries(await Promise.all(entries))
}

/** Returns the payments with a reference that a chain's ERC20FeeProxy has processed. */
export function findPayments(chains: Chains, network: string, reference: Hex) {
  return chains.client(network).getContractEvents({
    address: chains.contract(network, 'ERC20FeeProxy'),
    abi: erc20FeeProxyAbi,
    eventName: 'TransferWithReferenceAndFee',
    args: { paymentReference: reference },
    fromBlock: 0n,
    strict: true,
  })
}

/** Sets the switches over HTTP, as scripts do. */
export async function putSwitches({ bridge }: Pick<BridgeWorld, 'bridge'>, body: unknown) {
  const response = await fetch(bridge.switchesUrl, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const switches: Switches = await response.json()
  return { status: response.status, switches }
}

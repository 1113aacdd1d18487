import { isSameAddress } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import {
  type FoundWallet,
  type Provider,
  readAccounts,
  readChainId,
  readWalletFault,
} from '@secure-payment/widget/wallets'
import {
  type PayingAccount,
  type PayingWallet,
  type Receipt,
  type TypedData,
  WrongNetworkError,
} from './payingWallet.ts'
import { NoAccountError } from './signInWallet.ts'

/**
 * Returns an injected EVM wallet (EIP-1193) that sends transactions and signs typed data (EIP-712). Its calls throw NoAccountError and
 * WrongNetworkError.
 */
export function evmPayingWallet({ info, provider }: FoundWallet): PayingWallet {
  const { id, rdns, name, icon } = info
  return {
    id: rdns ?? id,
    name,
    icon,
    async connect(wanted) {
      const accounts = readAccounts(await provider.request({ method: 'eth_requestAccounts' }))
      const found = accounts.find((one) => wanted !== undefined && isSameAddress(one, wanted))
      const address = found ?? accounts[0]
      if (address === undefined) throw new NoAccountError()
      return payingAccount(provider, { address, walletName: name })
    },
  }
}

function payingAccount(
  provider: Provider,
  { address, walletName }: Pick<PayingAccount, 'address' | 'walletName'>,
): PayingAccount {
  const request = (method: string, params: readonly unknown[]) =>
    provider.request({ method, params })
  /**
   * Throws if the account or the network has changed. Runs before each request, because the person may switch either at
   * any time.
   */
  async function assertOpen(chainId: number | null): Promise<void> {
    const accounts = readAccounts(await request('eth_accounts', []))
    if (!accounts.some((account) => isSameAddress(account, address))) throw new NoAccountError()
    if (chainId !== null && (await readChain(provider)) !== chainId) throw new WrongNetworkError()
  }
  let chainId: number | null = null
  async function signTypedData(data: TypedData): Promise<string> {
    await assertOpen(data.domain.chainId)
    const params = [address, JSON.stringify(withDomainType(data))]
    const signature = await request('eth_signTypedData_v4', params)
    if (typeof signature !== 'string') throw new NoAccountError()
    return signature
  }
  return {
    address,
    walletName,
    async useNetwork(network) {
      await switchTo(provider, network)
      chainId = network.chainId
    },
    async send({ to, data }) {
      await assertOpen(chainId)
      const call = { from: address, to, data, value: '0x0' }
      const hash = await request('eth_sendTransaction', [call])
      if (typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash)) throw new NoAccountError()
      return hash
    },
    async findReceipt(txHash) {
      const receipt = readStatus(await request('eth_getTransactionReceipt', [txHash]))
      if (receipt !== 'pending') return receipt
      return (await request('eth_getTransactionByHash', [txHash])) ? 'pending' : 'unknown'
    },
    async readAllowance(token, spender) {
      const data = `${ALLOWANCE}${word(address)}${word(spender)}`
      const answer = await request('eth_call', [{ to: token, data }, 'latest'])
      return typeof answer === 'string' && /^0x[0-9a-f]{64}$/i.test(answer) ? BigInt(answer) : 0n
    },
    signTypedData,
  }
}

/** First four bytes of `allowance(address owner, address spender)`. */
const ALLOWANCE = '0xdd62ed3e'

/** EIP-712's JSON form, which wallets require in full. */
const DOMAIN_TYPE = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const

function withDomainType(data: TypedData): object {
  const domainType = DOMAIN_TYPE.filter(({ name }) => Object.hasOwn(data.domain, name))
  return { ...data, types: { EIP712Domain: domainType, ...data.types } }
}

function word(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}

function readStatus(receipt: unknown): Receipt {
  if (typeof receipt !== 'object' || receipt === null) return 'pending'
  const status: unknown = Reflect.get(receipt, 'status')
  return status === '0x1' || status === 1 ? 'succeeded' : 'reverted'
}

async function readChain(provider: Provider): Promise<number | null> {
  return readChainId(await provider.request({ method: 'eth_chainId' }))
}

async function switchTo(provider: Provider, network: Network): Promise<void> {
  if ((await readChain(provider)) === network.chainId) return
  const chainId = `0x${network.chainId.toString(16)}`
  const ask = () =>
    provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  try {
    await ask()
  } catch (error) {
    if (readWalletFault(error) !== 'unknown_chain' || network.publicRpcUrls.length === 0)
      throw error
    await addNetwork(provider, network, chainId)
    await ask()
  }
  if ((await readChain(provider)) !== network.chainId) throw new WrongNetworkError()
}

async function addNetwork(provider: Provider, network: Network, chainId: string): Promise<void> {
  const { name, symbol, decimals } = network.nativeCurrency
  const chain = {
    chainId,
    chainName: network.name,
    rpcUrls: network.publicRpcUrls,
    nativeCurrency: { name, symbol, decimals },
    ...(network.explorerUrl !== null && { blockExplorerUrls: [network.explorerUrl] }),
  }
  await provider.request({ method: 'wallet_addEthereumChain', params: [chain] })
}

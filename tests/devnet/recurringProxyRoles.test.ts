import { recurringProxyArtifact } from '@secure-payment/contracts'
import {
  accounts,
  type Chains,
  RELAYER_ACCOUNT,
  recurringAbi,
  startChains,
} from '@secure-payment/devnet'
import { type Address, encodeDeployData, getAddress, type Hex, zeroAddress, zeroHash } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const NETWORK = 'devnet'
const ADMIN = 9
const STRANGER = 2

let chains: Chains
let proxy: Address
let relayerRole: Hex
let snapshot: Hex
beforeAll(async () => {
  chains = await startChains({ networks: [NETWORK] })
  proxy = chains.contract(NETWORK, 'ERC20RecurringPaymentProxy')
  relayerRole = await chains
    .client(NETWORK)
    .readContract({ address: proxy, abi: recurringAbi, functionName: 'RELAYER_ROLE' })
})
afterAll(() => chains?.[Symbol.asyncDispose]())
beforeEach(async () => {
  snapshot = await chains.snapshot(NETWORK)
})
afterEach(() => chains.revert(NETWORK, snapshot))

const accountAt = (index: number): Address => accounts[index]?.address ?? '0x'

const hasRole = (role: Hex, account: Address) =>
  chains.client(NETWORK).readContract({
    address: proxy,
    abi: recurringAbi,
    functionName: 'hasRole',
    args: [role, account],
  })
const change = (functionName: 'grantRole' | 'revokeRole', account: Address, accountIndex: number) =>
  chains.wallet(NETWORK, accountIndex).writeContractSync({
    address: proxy,
    abi: recurringAbi,
    functionName,
    args: [relayerRole, account],
  })

describe('The roles', () => {
  it('the roles separate the administrator and the relayer', async () => {
    expect(await hasRole(zeroHash, accountAt(ADMIN))).toBe(true)
    expect(await hasRole(relayerRole, RELAYER_ACCOUNT.address)).toBe(true)
    expect(await hasRole(relayerRole, accountAt(ADMIN))).toBe(false)
    expect(await hasRole(zeroHash, RELAYER_ACCOUNT.address)).toBe(false)
  })

  it('the roles are granted and revoked by the administrator', async () => {
    await change('grantRole', accountAt(3), ADMIN)
    expect(await hasRole(relayerRole, accountAt(3))).toBe(true)
    await change('revokeRole', RELAYER_ACCOUNT.address, ADMIN)
    expect(await hasRole(relayerRole, RELAYER_ACCOUNT.address)).toBe(false)
  })

  it('the roles cannot be granted or revoked by any other account', async () => {
    await change('grantRole', accountAt(STRANGER), ADMIN)
    for (const functionName of ['grantRole', 'revokeRole'] as const) {
      await expect(change(functionName, accountAt(4), STRANGER)).rejects.toThrow(
        'AccessControlUnauthorizedAccount',
      )
    }
  })
})

describe('Pausing', () => {
  it('pausing is reserved for the administrator', async () => {
    for (const functionName of ['pause', 'unpause'] as const) {
      const call = chains.client(NETWORK).simulateContract({
        account: RELAYER_ACCOUNT.address,
        address: proxy,
        abi: recurringAbi,
        functionName,
      })
      await expect(call).rejects.toThrow('AccessControlUnauthorizedAccount')
    }
    await chains
      .wallet(NETWORK, ADMIN)
      .writeContractSync({ address: proxy, abi: recurringAbi, functionName: 'pause' })
    const paused = await chains
      .client(NETWORK)
      .readContract({ address: proxy, abi: recurringAbi, functionName: 'paused' })
    expect(paused).toBe(true)
  })
})

describe('A deployment', () => {
  const feeProxy = getAddress('0x5ecc000000000000000000000000000000000001')
  const deploy = async (admin: Address, relayer: Address, erc20FeeProxy: Address) => {
    const data = encodeDeployData({
      ...recurringProxyArtifact,
      args: [admin, relayer, erc20FeeProxy],
    })
    const { contractAddress } = await chains.wallet(NETWORK, 5).sendTransactionSync({ data })
    return contractAddress
  }

  it('a deployment has an EIP-712 domain of its own', async () => {
    const address = await deploy(accountAt(3), accountAt(4), feeProxy)
    expect(address).toMatch(/^0x[0-9a-f]{40}$/)
    const domain = await chains.client(NETWORK).readContract({
      address: address ?? '0x',
      abi: recurringAbi,
      functionName: 'eip712Domain',
    })
    expect(domain).toEqual([
      '0x0f',
      'ERC20RecurringPaymentProxy',
      '1',
      31_337n,
      getAddress(address ?? '0x'),
      zeroHash,
      [],
    ])
  })

  it('a deployment stays below the size that chains allow (EIP-170)', async () => {
    const address = await deploy(accountAt(3), accountAt(4), feeProxy)
    const code = await chains.client(NETWORK).getCode({ address: address ?? '0x' })
    expect(((code?.length ?? 0) - 2) / 2).toBeGreaterThan(1_000)
    expect(((code?.length ?? 0) - 2) / 2).toBeLessThan(24_576)
  })

  it('a deployment needs an administrator, a relayer and an existing fee proxy', async () => {
    await expect(deploy(zeroAddress, accountAt(4), feeProxy)).rejects.toThrow('0xd92e233d')
    await expect(deploy(accountAt(3), zeroAddress, feeProxy)).rejects.toThrow('0xd92e233d')
    await expect(deploy(accountAt(3), accountAt(4), accountAt(5))).rejects.toThrow('0x8a8b41ec')
  })
})

import { describe, expect, it } from 'vitest'
import { InvalidAddressError } from './errors.ts'
import { getNetwork } from './networks/networks.ts'
import { UnknownContractError, withContracts } from './withContracts.ts'

const base = getNetwork('base')
const sepolia = getNetwork('sepolia')
const OWN = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

describe('withContracts', () => {
  it('withContracts uses the given address and still recognises the replaced one', () => {
    const network = withContracts(base, { ERC20FeeProxy: OWN.toLowerCase() })
    expect(network.contracts.ERC20FeeProxy).toEqual({
      address: OWN,
      version: 'custom',
      creationBlock: 10_827_274,
      others: [
        {
          address: '0x1892196E80C4c17ea5100Da765Ab48c1fE2Fb814',
          version: '0.2.0',
          creationBlock: 10_827_274,
        },
      ],
    })
    expect(network.contracts.EthereumFeeProxy).toEqual(base.contracts.EthereumFeeProxy)
  })

  it('withContracts does not mutate the given network', () => {
    const before = structuredClone(base)
    withContracts(base, { ERC20FeeProxy: OWN })
    expect(base).toEqual(before)
  })

  it('withContracts adds a contract that the network lacks', () => {
    const optimism = getNetwork('optimism')
    expect(optimism.contracts.ERC20RecurringPaymentProxy).toBeUndefined()
    const network = withContracts(optimism, { ERC20RecurringPaymentProxy: OWN })
    expect(network.contracts.ERC20RecurringPaymentProxy).toEqual({
      address: OWN,
      version: 'custom',
      creationBlock: 0,
    })
  })

  it('withContracts keeps the entry when the address is the same', () => {
    const network = withContracts(sepolia, {
      ERC20FeeProxy: '0x399f5ee127ce7432e4921a61b8cf52b0af52cbfe',
    })
    expect(network).toEqual(sepolia)
  })

  it('withContracts never lists the address in use among the others', () => {
    const mainnet = getNetwork('mainnet')
    const former = '0xC6E23a20C0a1933ACC8E30247B5D1e2215796C1F'
    const contract = withContracts(mainnet, { EthereumFeeProxy: former }).contracts.EthereumFeeProxy
    expect(contract?.address).toBe(former)
    expect(contract?.others?.map((other) => other.address)).toEqual([
      '0xfCFBcfc4f5A421089e3Df45455F7f4985FE2D6a8',
    ])
  })

  it('withContracts accepts only a Tron address on Tron', () => {
    const tron = getNetwork('tron')
    const address = 'TRZbXXuLd3HW5utzVysA3rpLgU7sVBrd1D'
    const network = withContracts(tron, { ERC20FeeProxy: address })
    expect(network.contracts.ERC20FeeProxy?.address).toBe(address)
    expect(() => withContracts(tron, { ERC20FeeProxy: OWN })).toThrow(InvalidAddressError)
  })

  it.each([
    ['0x123'],
    ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046'],
    ['TRZbXXuLd3HW5utzVysA3rpLgU7sVBrd1D'],
    [''],
  ])('withContracts rejects %j on an EVM network', (address) => {
    expect(() => withContracts(base, { ERC20FeeProxy: address })).toThrow(InvalidAddressError)
  })

  it('withContracts rejects an unknown contract name from configuration', () => {
    const overrides: Record<string, string> = JSON.parse(`{"FeeProxy":"${OWN}"}`)
    expect(() => withContracts(base, overrides)).toThrow(UnknownContractError)
    expect(() => withContracts(base, overrides)).toThrowErrorMatchingInlineSnapshot(
      `[UnknownContractError: Contract "FeeProxy" of network base is unknown. Use one of: ERC20FeeProxy, EthereumFeeProxy, Erc20ConversionProxy, EthConversionProxy, ChainlinkConversionPath, BatchConversionPayments, ERC20RecurringPaymentProxy, ERC20SignedPayment, SingleRequestProxyFactory, Permit2, Multicall3, LiFiDiamond.]`,
    )
  })
})

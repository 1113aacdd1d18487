import { recurringProxyArtifact, signedPaymentCode } from '@secure-payment/contracts'
import {
  type ContractName,
  contractNames,
  type Network,
  type Token,
} from '@secure-payment/core/networks'
import {
  type Address,
  encodeDeployData,
  getAddress,
  type Hex,
  parseAbiParameters,
  zeroAddress,
} from 'viem'
import { ADMIN_ADDRESS, BRIDGE_RELAYER_ACCOUNT, RELAYER_ACCOUNT } from './accounts.ts'
import { FEED_DECIMALS, priceFeeds } from './priceFeeds.ts'
import { creationCode } from './readArtifact.ts'

/** A contract to construct at a fixed address. `creationCode` includes the constructor's arguments. */
export type Placement = { name: string; address: Address; creationCode: Hex }

/** The address of Multicall3 on nearly every chain, for a network whose registry entry lacks it. */
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

/**
 * Returns the contracts for a network's chain: those in its registry entry, Multicall3, a token per registry token, and the price feeds.
 * This project's own contract stands in for the deployed ERC20RecurringPaymentProxy, whose bytecode is not published. The devnet's bridge
 * stands in for LI.FI's. The constructor arguments are the registry's addresses, or the zero address for a contract that the network lacks.
 */
export function planContracts(network: Network): Placement[] {
  const { contracts } = network
  const at = (name: ContractName) => getAddress(contracts[name]?.address ?? zeroAddress)
  const native = getAddress(network.nativeCurrency.hash.toLowerCase())

  const codes: Partial<Record<ContractName, Hex>> = {
    ERC20FeeProxy: creationCode('ERC20FeeProxy'),
    EthereumFeeProxy: creationCode('EthereumFeeProxy'),
    Erc20ConversionProxy: creationCode(
      'Erc20ConversionProxy',
      parseAbiParameters('address paymentProxy, address conversionPath, address owner'),
      [at('ERC20FeeProxy'), at('ChainlinkConversionPath'), ADMIN_ADDRESS],
    ),
    EthConversionProxy: creationCode(
      'EthConversionProxy',
      parseAbiParameters(
        'address paymentProxy, address conversionPath, address native, address owner',
      ),
      [at('EthereumFeeProxy'), at('ChainlinkConversionPath'), native, ADMIN_ADDRESS],
    ),
    ChainlinkConversionPath: creationCode(
      'ChainlinkConversionPath',
      parseAbiParameters('address native, address owner'),
      [native, ADMIN_ADDRESS],
    ),
    BatchConversionPayments: creationCode(
      'BatchConversionPayments',
      parseAbiParameters(
        'address erc20, address native, address erc20Conversion, address nativeConversion, address conversionPath, address owner',
      ),
      [
        at('ERC20FeeProxy'),
        at('EthereumFeeProxy'),
        at('Erc20ConversionProxy'),
        at('EthConversionProxy'),
        at('ChainlinkConversionPath'),
        ADMIN_ADDRESS,
      ],
    ),
    ERC20RecurringPaymentProxy: encodeDeployData({
      ...recurringProxyArtifact,
      args: [ADMIN_ADDRESS, RELAYER_ACCOUNT.address, at('ERC20FeeProxy')],
    }),
    ERC20SignedPayment: signedPaymentCode({
      feeProxy: at('ERC20FeeProxy'),
      permit2: at('Permit2'),
    }),
    Permit2: creationCode('Permit2'),
    SingleRequestProxyFactory: creationCode(
      'SingleRequestProxyFactory',
      parseAbiParameters('address native, address erc20, address owner'),
      [at('EthereumFeeProxy'), at('ERC20FeeProxy'), ADMIN_ADDRESS],
    ),
    LiFiDiamond: creationCode('DevnetBridge', parseAbiParameters('address relayer'), [
      BRIDGE_RELAYER_ACCOUNT.address,
    ]),
  }
  const deployed = contractNames.flatMap((name) => {
    const code = codes[name]
    return code && contracts[name] ? [{ name, address: at(name), creationCode: code }] : []
  })

  return [
    ...deployed,
    { name: 'Multicall3', address: multicall3(network), creationCode: creationCode('Multicall3') },
    ...network.tokens.map(planToken),
    ...planFeeds(network),
  ]
}

/** Returns the address of Multicall3 on a network's chain. */
export function multicall3(network: Network): Address {
  return getAddress(network.contracts.Multicall3?.address ?? MULTICALL3)
}

function planFeeds(network: Network): Placement[] {
  return priceFeeds(network).map(({ name, address, answer }) => ({
    name,
    address,
    creationCode: creationCode(
      'MockAggregator',
      parseAbiParameters('uint8 decimals, int256 answer'),
      [FEED_DECIMALS, answer],
    ),
  }))
}

function planToken(token: Token): Placement {
  const { name, symbol, decimals } = token
  const code =
    symbol === 'FAU'
      ? creationCode('PermitToken', parseAbiParameters('string name, string symbol'), [
          name,
          symbol,
        ])
      : creationCode(
          tokenContract(token),
          parseAbiParameters('string name, string symbol, uint8 decimals'),
          [name, symbol, decimals],
        )
  return { name: token.currencyId, address: getAddress(token.address), creationCode: code }
}

/** Returns the contract that behaves like the token. */
function tokenContract(token: Token): string {
  if (token.resetsApproval) return 'UsdtToken'
  if (token.symbol === 'FEE') return 'FeeOnTransferToken'
  // Circle's two tokens share one contract.
  return /USDC|EURC/.test(token.symbol) ? 'UsdcToken' : 'TestToken'
}

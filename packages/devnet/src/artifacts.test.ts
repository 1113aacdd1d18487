import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { artifactUrl, compileContracts } from '../../contracts/scripts/compileContracts.ts'
import { readRequestContracts } from '../scripts/readRequestContracts.ts'
import { sources } from '../scripts/sources.ts'

describe('the committed artifacts', () => {
  it('the committed artifacts match the sources and the pinned packages', {
    timeout: 60_000,
  }, () => {
    const artifacts = [...compileContracts(sources), ...readRequestContracts()]
    expect(artifacts.map(({ contractName }) => contractName).sort()).toEqual([
      'BatchConversionPayments',
      'BridgeExecutor',
      'ChainlinkConversionPath',
      'DevnetBridge',
      'ERC20FeeProxy',
      'EchoAccount',
      'Erc20ConversionProxy',
      'EthConversionProxy',
      'EthereumFeeProxy',
      'FallbackToken',
      'FeeOnTransferToken',
      'MockAggregator',
      'Multicall3',
      'PermitToken',
      'QuirkyToken',
      'SignatureCheck',
      'SingleRequestProxyFactory',
      'SmartAccount',
      'SmartAccountFactory',
      'TestMultiSend',
      'TestSafe',
      'TestToken',
      'UsdcToken',
      'UsdtToken',
    ])
    for (const artifact of artifacts) {
      const committed: unknown = JSON.parse(
        readFileSync(artifactUrl(sources, artifact.contractName), 'utf8'),
      )
      expect(committed, artifact.contractName).toEqual(artifact)
    }
  })
})

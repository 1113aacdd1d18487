import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { runInNewContext } from 'node:vm'
import type { Artifact } from '../../contracts/scripts/compileContracts.ts'

const PACKAGE = '@requestnetwork/smart-contracts'

/** The contracts whose creation code the package contains, with each factory's path below types/factories. */
const FACTORIES = {
  ERC20FeeProxy: 'ERC20FeeProxy',
  EthereumFeeProxy: 'EthereumFeeProxy',
  Erc20ConversionProxy: 'Erc20ConversionProxy',
  EthConversionProxy: 'EthConversionProxy',
  ChainlinkConversionPath: 'ChainlinkConversionPath.sol/ChainlinkConversionPath',
  BatchConversionPayments: 'BatchConversionPayments',
  SingleRequestProxyFactory: 'SingleRequestProxyFactory',
}

/**
 * Reads the ABI and the creation code from the factories of @requestnetwork/smart-contracts, the only form in which the package ships
 * bytecode. The factories import ethers, which is not needed here, so each factory runs with an empty stub.
 */
export function readRequestContracts(): Artifact[] {
  const require = createRequire(import.meta.url)
  const manifest: { version: string } = require(`${PACKAGE}/package.json`)

  return Object.entries(FACTORIES).map(([contractName, file]) => {
    const path = require.resolve(`${PACKAGE}/types/factories/src/contracts/${file}__factory.js`)
    const factory = runFactory(readFileSync(path, 'utf8'), `${contractName}__factory`)
    if (!/^0x[0-9a-f]+$/.test(factory.bytecode)) throw new Error(`${path} carries no bytecode.`)
    return { contractName, source: `${PACKAGE}@${manifest.version}`, ...factory }
  })
}

function runFactory(code: string, name: string): Pick<Artifact, 'abi' | 'bytecode'> {
  const exports: Record<string, Pick<Artifact, 'abi' | 'bytecode'>> = {}
  const ethers = { ContractFactory: class {}, utils: { Interface: class {} } }
  runInNewContext(code, { exports, require: () => ethers })
  const factory = exports[name]
  if (!factory) throw new Error(`No export ${name}.`)
  return { abi: factory.abi, bytecode: factory.bytecode }
}

import { readFileSync, writeFileSync } from 'node:fs'
import { concat, domainSeparator, type Hex, numberToHex, parseAbi, size, sliceHex } from 'viem'
import { artifactUrl } from '../../contracts/scripts/compileContracts.ts'
import { sources } from './sources.ts'

/**
 * `npx node packages/devnet/scripts/writePermit2.ts FILE`: writes packages/devnet/artifacts/Permit2.json from
 * foundry-out/DeployPermit2.sol/DeployPermit2.json in @uniswap/v4-periphery 1.0.3. The package is not a dependency, because its size is 33
 * MB.
 *
 * The file contains a test helper with Permit2's deployed code, whose two immutables have the values of a test chain. The artifact's
 * creation code returns the code with the values of Ethereum, which the contract recomputes on every other chain.
 */
const SOURCE = '@uniswap/v4-periphery@1.0.3'
/** The position and the length of Permit2's deployed code within the helper's, in bytes. */
const OFFSET = 529
const LENGTH = 9_152
/** The positions of the two immutables, the chain ID and the domain separator for it, within the deployed code. */
const CHAIN_ID_AT = 6_945
const DOMAIN_AT = 6_983
const TEST_CHAIN = 31_337
const ETHEREUM = 1
const ADDRESS = '0x000000000022d473030f116ddee9f6b43ac78ba3'
/** Copies the code that follows these 12 bytes to memory and returns it. */
const RETURN_REST = '80600c6000396000f3'

const file = process.argv[2]
if (!file) throw new Error('Name the file DeployPermit2.json.')
const { bytecode } = JSON.parse(readFileSync(file, 'utf8'))
const tested: Hex = sliceHex(bytecode.object, OFFSET, OFFSET + LENGTH)
if (sliceHex(tested, CHAIN_ID_AT, CHAIN_ID_AT + 32) !== numberToHex(TEST_CHAIN, { size: 32 })) {
  throw new Error(`${file} does not contain the expected code.`)
}
const domain = { name: 'Permit2', chainId: ETHEREUM, verifyingContract: ADDRESS } as const
const runtime = concat([
  sliceHex(tested, 0, CHAIN_ID_AT),
  numberToHex(ETHEREUM, { size: 32 }),
  sliceHex(tested, CHAIN_ID_AT + 32, DOMAIN_AT),
  domainSeparator({ domain }),
  sliceHex(tested, DOMAIN_AT + 32),
])
if (size(runtime) !== LENGTH) throw new Error(`${file} is shorter than expected.`)

const artifact = {
  contractName: 'Permit2',
  source: SOURCE,
  abi: parseAbi([
    'function DOMAIN_SEPARATOR() view returns (bytes32)',
    'function nonceBitmap(address owner, uint256 word) view returns (uint256 bits)',
    'function invalidateUnorderedNonces(uint256 word, uint256 mask)',
  ]),
  bytecode: `0x61${LENGTH.toString(16).padStart(4, '0')}${RETURN_REST}${runtime.slice(2)}`,
}
writeFileSync(artifactUrl(sources, 'Permit2'), `${JSON.stringify(artifact, null, 2)}\n`)

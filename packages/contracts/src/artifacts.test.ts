import { readFileSync } from 'node:fs'
import { type Abi, keccak256, stringToHex, toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { artifactUrl, compileContracts } from '../scripts/compileContracts.ts'
import { sources } from '../scripts/sources.ts'
import {
  recurringAbi,
  recurringProxyArtifact,
  signedPaymentAbi,
  signedPaymentArtifact,
} from './index.ts'

/** Returns the items in an ABI as sorted text, without Solidity's internal types, empty names and members that are `false`. */
function normalize(abi: Abi): string[] {
  const drop = (key: string, value: unknown) =>
    key === 'internalType' || value === false || value === '' ? undefined : value
  return abi.map((item) => JSON.stringify(sortKeys(JSON.parse(JSON.stringify(item, drop))))).sort()
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, item]) => [key, sortKeys(item)]))
}

const artifacts = [recurringProxyArtifact, signedPaymentArtifact]

describe('the committed artifact', () => {
  const compiled = compileContracts(sources)

  it('the committed artifacts are the compiled output of the sources', { timeout: 60_000 }, () => {
    expect(compiled.map(({ contractName }) => contractName)).toEqual(
      artifacts.map(({ contractName }) => contractName),
    )
    for (const artifact of compiled) {
      const text = readFileSync(artifactUrl(sources, artifact.contractName), 'utf8')
      expect(JSON.parse(text)).toEqual(artifact)
      const exported = artifacts.find(({ contractName }) => contractName === artifact.contractName)
      expect(exported?.bytecode).toBe(artifact.bytecode)
    }
  })

  it('the exported ABIs equal the compiled ABIs', () => {
    expect([recurringAbi, signedPaymentAbi].map(normalize)).toEqual(
      compiled.map(({ abi }) => normalize(abi)),
    )
  })

  it('the creation code of each committed artifact is below EIP-170’s code size limit', () => {
    // The creation code contains the deployed code, so the deployed code is even smaller.
    for (const { bytecode } of artifacts) expect((bytecode.length - 2) / 2).toBeLessThan(24_576)
  })

  it('recurringAbi has the function selectors of the deployed contract', () => {
    const selectors = recurringAbi.flatMap((item) =>
      item.type === 'function' ? [`${item.name} ${toFunctionSelector(item)}`] : [],
    )
    expect(selectors).toContain('triggerRecurringPayment 0xac7a9e00')
    // OpenZeppelin's IAccessControl.hasRole, with which a service checks its relayer's role.
    expect(selectors).toContain('hasRole 0x91d14854')
  })

  it('the recurring artifact has the type hash of the deployed contract', () => {
    const type =
      'SchedulePermit(address subscriber,address token,address recipient,address feeAddress,uint128 amount,uint128 feeAmount,uint128 relayerFee,uint32 periodSeconds,uint32 firstPayment,uint8 totalPayments,uint256 nonce,uint256 deadline,bool strictOrder)'
    const typehash = '3e691a1c66178d267f01c56f85dc2647a09aabeafc8f5c5d40d6021b0b2a6d03'
    expect(keccak256(stringToHex(type))).toBe(`0x${typehash}`)
    expect(recurringProxyArtifact.bytecode).toContain(typehash)
  })

  it('the committed artifacts survive a JSON round trip', () => {
    expect(JSON.parse(JSON.stringify(artifacts))).toEqual(artifacts)
  })
})

import { readFileSync } from 'node:fs'
import { type AbiParameter, encodeAbiParameters, type Hex } from 'viem'

/**
 * Returns a contract's creation code in packages/devnet/artifacts with its constructor arguments. scripts/compile.ts writes the files,
 * which are named after the contracts.
 */
export function creationCode(
  contractName: string,
  inputs: readonly AbiParameter[] = [],
  args: readonly unknown[] = [],
): Hex {
  return `${readBytecode(contractName)}${encodeAbiParameters(inputs, [...args]).slice(2)}`
}

const bytecodes = new Map<string, Hex>()

function readBytecode(contractName: string): Hex {
  const known = bytecodes.get(contractName)
  if (known) return known
  const url = new URL(`../../artifacts/${contractName}.json`, import.meta.url)
  const { bytecode }: { bytecode: Hex } = JSON.parse(readFileSync(url, 'utf8'))
  bytecodes.set(contractName, bytecode)
  return bytecode
}

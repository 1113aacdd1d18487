import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import solc from 'solc'
import type { Abi } from 'viem'

/** What is committed for a contract: enough to construct it and to call it. `bytecode` is the creation code. */
export type Artifact = { contractName: string; source: string; abi: Abi; bytecode: string }

const CONTRACTS = new URL('../contracts/', import.meta.url)
const EVM_VERSION = 'cancun'
/** Code that runs on every network must not use opcodes that some of them lack (PUSH0 came after London). */
const OTHER_EVM_VERSIONS: Readonly<Record<string, string>> = { 'SignatureCheck.sol': 'london' }
const require = createRequire(import.meta.url)

/** The part of solc's standard JSON output that `outputSelection` below asks for. */
type CompilerOutput = {
  errors?: { formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
}

/**
 * Compiles contracts/*.sol with npm's solc. The result depends on the sources, on the versions of solc and
 * OpenZeppelin in the lock file, and on the settings below, and on nothing else.
 * Throws with the compiler's message on an error or a warning.
 */
export function compileContracts(): Artifact[] {
  const files = readdirSync(CONTRACTS).filter((file) => file.endsWith('.sol'))
  const byVersion = Map.groupBy(files, (file) => OTHER_EVM_VERSIONS[file] ?? EVM_VERSION)
  return [...byVersion].flatMap(([evmVersion, group]) => compileFor(evmVersion, group))
}

function compileFor(evmVersion: string, files: readonly string[]): Artifact[] {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(files.map((file) => [file, { content: readSource(file) }])),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion,
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  }
  const output: CompilerOutput = JSON.parse(
    solc.compile(JSON.stringify(input), { import: findImport }),
  )
  const errors = output.errors ?? []
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))

  return files.map((file) => {
    const contractName = file.replace(/\.sol$/, '')
    const contract = output.contracts[file]?.[contractName]
    if (!contract) throw new Error(`${file} defines no contract ${contractName}.`)
    return {
      contractName,
      source: `contracts/${file}`,
      abi: contract.abi,
      bytecode: `0x${contract.evm.bytecode.object}`,
    }
  })
}

/** Where the committed artifact of a contract is. */
export function artifactUrl(contractName: string): URL {
  return new URL(`../artifacts/${contractName}.json`, import.meta.url)
}

function readSource(file: string): string {
  return readFileSync(new URL(file, CONTRACTS), 'utf8')
}

function findImport(path: string): { contents: string } | { error: string } {
  try {
    return { contents: readFileSync(require.resolve(path), 'utf8') }
  } catch (error) {
    return { error: `Cannot resolve ${path}: ${String(error)}` }
  }
}

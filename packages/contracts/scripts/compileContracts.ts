import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import solc from 'solc'
import type { Abi } from 'viem'

/** The committed part of a contract's compiler output: enough to construct and call it. `bytecode` is the creation code. */
export type Artifact = { contractName: string; source: string; abi: Abi; bytecode: string }

/** A folder of Solidity files to compile. */
export type Sources = {
  /** Ends with a slash. Every *.sol file in the folder is compiled; each file defines one contract of the same name. */
  folder: URL
  /** Files whose code must also run on chains that lack some Cancun opcodes. */
  otherEvmVersions?: Readonly<Record<string, string>>
  /** Whether the compiler may warn, as it does about copies with deliberate faults. False by default. */
  mayWarn?: boolean
}

const EVM_VERSION = 'cancun'
/** The compiler's warning about every use of transient storage. Only OpenZeppelin's reentrancy guard uses it, which clears it. */
const TRANSIENT_STORAGE_WARNING = '2394'
const require = createRequire(import.meta.url)

/** The part of solc's standard JSON output that `outputSelection` below requests. */
type CompilerOutput = {
  errors?: { errorCode: string; severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
}

/**
 * Compiles the *.sol files in a folder with npm's solc; the result omits interfaces. The result depends only on the sources, on the
 * versions of solc and OpenZeppelin in the lock file, and on the settings below. Throws with the compiler's message on an error or a
 * warning.
 */
export function compileContracts(sources: Sources): Artifact[] {
  const files = readdirSync(sources.folder).filter((file) => file.endsWith('.sol'))
  const byVersion = Map.groupBy(files, (file) => sources.otherEvmVersions?.[file] ?? EVM_VERSION)
  return [...byVersion].flatMap(([evmVersion, group]) => compileFor(evmVersion, sources, group))
}

/** Returns the URL of a contract's committed artifact, in a folder next to the sources' folder. */
export function artifactUrl(sources: Sources, contractName: string): URL {
  return new URL(`../artifacts/${contractName}.json`, sources.folder)
}

function compileFor(evmVersion: string, sources: Sources, files: readonly string[]): Artifact[] {
  const read = (file: string) => readFileSync(new URL(file, sources.folder), 'utf8')
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(files.map((file) => [file, { content: read(file) }])),
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
  const errors = (output.errors ?? []).filter(
    ({ errorCode, severity }) =>
      errorCode !== TRANSIENT_STORAGE_WARNING && (severity === 'error' || !sources.mayWarn),
  )
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))

  return files.flatMap((file) => {
    const contractName = file.replace(/\.sol$/, '')
    const contract = output.contracts[file]?.[contractName]
    if (!contract) throw new Error(`${file} defines no contract ${contractName}.`)
    if (contract.evm.bytecode.object === '') return []
    return {
      contractName,
      source: `contracts/${file}`,
      abi: contract.abi,
      bytecode: `0x${contract.evm.bytecode.object}`,
    }
  })
}

function findImport(path: string): { contents: string } | { error: string } {
  try {
    return { contents: readFileSync(require.resolve(path), 'utf8') }
  } catch (error) {
    return { error: `Cannot resolve ${path}: ${String(error)}` }
  }
}

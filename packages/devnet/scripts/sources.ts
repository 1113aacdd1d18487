import type { Sources } from '../../contracts/scripts/compileContracts.ts'

/** The contracts of this package. Code that is to run on every network must not use opcodes that some of them lack (PUSH0 came after London). */
export const sources: Sources = {
  folder: new URL('../contracts/', import.meta.url),
  otherEvmVersions: { 'SignatureCheck.sol': 'london' },
}

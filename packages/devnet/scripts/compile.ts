import { parseArgs } from 'node:util'
import { artifactUrl, compileContracts } from '../../contracts/scripts/compileContracts.ts'
import { writeArtifacts } from '../../contracts/scripts/writeArtifacts.ts'
import { readRequestContracts } from './readRequestContracts.ts'
import { sources } from './sources.ts'

/**
 * `npx node packages/devnet/scripts/compile.ts [--check]`: writes packages/devnet/artifacts, one JSON file per contract. With `--check`,
 * the script only compares, and exits with code 1 if a committed artifact differs from the output of its source.
 */
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })

const artifacts = [...compileContracts(sources), ...readRequestContracts()]
const stale = writeArtifacts(artifacts, {
  isCheck: values.check,
  urlOf: (contractName) => artifactUrl(sources, contractName),
})
if (stale.length > 0) {
  console.error(`Stale artifacts: ${stale.join(', ')}.`)
  console.error('Run: npx node packages/devnet/scripts/compile.ts')
  process.exit(1)
}
console.log(`${values.check ? 'Checked' : 'Wrote'} ${artifacts.length} artifacts.`)

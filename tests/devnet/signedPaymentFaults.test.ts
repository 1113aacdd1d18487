import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileContracts } from '../../packages/contracts/scripts/compileContracts.ts'
import { IS_QUICK } from '../tiers.ts'
import { faults } from './support/signedFaults.ts'

const NAME = 'ERC20SignedPayment'
const FOLDER = new URL('../../packages/contracts/contracts/', import.meta.url)
const INTERFACES = ['IERC20FeeProxy.sol', 'IERC3009.sol', 'ISignatureTransfer.sol']
/** The files that test the contract. */
const SUITES = [
  'signedPayment.test',
  'signedPaymentTokens',
  'signedPaymentAccounts',
  'signedPaymentInvariants',
]

const run = promisify(execFile)
const source = readFileSync(new URL(`${NAME}.sol`, FOLDER), 'utf8')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'secure-payment-faults-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Compiles a copy of the contract to a file. */
function compileCopy(text: string): string {
  const sources = pathToFileURL(`${mkdtempSync(join(folder, 'copy-'))}/`)
  writeFileSync(new URL(`${NAME}.sol`, sources), text)
  for (const file of INTERFACES)
    writeFileSync(new URL(file, sources), readFileSync(new URL(file, FOLDER)))
  const [artifact] = compileContracts({ folder: sources, mayWarn: true })
  const path = join(folder, `${NAME}.json`)
  writeFileSync(path, JSON.stringify(artifact))
  return path
}

/** Runs the contract's tests with a copy; resolves with whether they pass. */
async function passes(artifact: string): Promise<boolean> {
  const files = SUITES.map((suite) => `tests/devnet/${suite}`)
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'devnet',
    '--bail',
    '1',
    ...files,
  ]
  const env = { ...process.env, TEST_TIER: 'quick', SIGNED_PAYMENT_ARTIFACT: artifact }
  return run(process.execPath, args, { env }).then(
    () => true,
    () => false,
  )
}

// Each fault needs a whole run of the contract's tests: about ten seconds on an idle machine.
describe.skipIf(IS_QUICK)('The tests of ERC20SignedPayment', () => {
  it('the tests pass with an unchanged copy', { timeout: 300_000 }, async () => {
    expect(await passes(compileCopy(source))).toBe(true)
  })

  it.each(faults)(
    'the tests fail if the contract $name',
    {
      timeout: 300_000,
    },
    async ({ search, replace }) => {
      expect(source.split(search)).toHaveLength(2)
      expect(await passes(compileCopy(source.replace(search, () => replace)))).toBe(false)
    },
  )
})

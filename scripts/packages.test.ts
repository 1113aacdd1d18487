import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IS_QUICK } from '../tests/tiers.ts'
import { type Consumer, createConsumer, listEntries } from './lib/createConsumer.ts'
import { packPackage, type Tarball } from './lib/packPackage.ts'
import { type PackageManifest, SOURCE_CONDITION } from './lib/publicManifest.ts'
import { PUBLIC_PACKAGES, ROOT } from './lib/publicPackages.ts'
import { reportApi } from './lib/reportApi.ts'

/** `npm run build` builds the packages; a test run builds everything first. */
const isBuilt = PUBLIC_PACKAGES.every((folder) => existsSync(join(ROOT, folder, 'dist')))
/** Files that only the repository needs: tests, their data, and the state of a compiler. */
const UNPUBLISHED = /\.test\.|\.tsbuildinfo|(^|\/)(test-support|testing|fixtures|checks|vectors)\//
/** The packages are ES modules for Node 22.12 and newer, so the older ways to find modules and types are not supported. */
const NOT_SUPPORTED = ['NoResolution node10', 'CJSResolvesToESM node16-cjs']
/** Frameworks whose types an entry of the element extends: a page that imports such an entry has the framework. */
const FRAMEWORKS = ['@types/react', 'react', 'svelte', 'vue']

const readManifest = (folder: string): PackageManifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const names = PUBLIC_PACKAGES.map((folder) => readManifest(join(ROOT, folder)).name)

/** The packages that export modules; the host's package has only a command. */
const WITH_TYPES = names.filter((name) => name !== '@secure-payment/host')

it('A workspace is either private, or npm publishes it', () => {
  const folders = execFileSync('git', ['ls-files', '*/package.json'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .map(dirname)
  const published = folders.filter((folder) => readManifest(join(ROOT, folder)).private !== true)
  expect(published.toSorted()).toEqual(PUBLIC_PACKAGES.toSorted())
})

describe.runIf(isBuilt)('The packages from their tarballs', () => {
  const packed = mkdtempSync(join(tmpdir(), 'secure-payment-packed-'))
  let tarballs: Tarball[]
  let consumer: Consumer

  beforeAll(() => {
    tarballs = PUBLIC_PACKAGES.map((folder) => packPackage(folder, packed))
    consumer = createConsumer(tarballs, FRAMEWORKS)
  }, 180_000)
  afterAll(() => {
    consumer.remove()
    rmSync(packed, { recursive: true, force: true })
  }, 180_000)

  function bytesOf(name: string): Buffer {
    const tarball = tarballs.find((one) => one.name === name)
    if (tarball === undefined) throw new Error(`${name} was not packed.`)
    return readFileSync(tarball.path)
  }

  it.each(names)(
    '%s has its manifest, README and licence, and no file of the repository alone',
    (name) => {
      const manifest = consumer.readManifest(name)
      expect(manifest).toMatchObject({
        license: 'MIT',
        publishConfig: { access: 'public' },
        repository: { type: 'git', directory: PUBLIC_PACKAGES[names.indexOf(name)] },
        engines: { node: expect.stringMatching(/^>=22\./) },
        version: readManifest(ROOT).version,
      })
      expect(manifest).not.toHaveProperty('scripts')
      expect(manifest).not.toHaveProperty('devDependencies')
      expect(JSON.stringify(manifest)).not.toContain(SOURCE_CONDITION)
      const files = listFiles(consumer.pathOf(name))
      expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'package.json']))
      expect(files.filter((file) => UNPUBLISHED.test(file))).toEqual([])
    },
  )

  it.each(names)('%s has the source of each declaration, which editors open', (name) => {
    const folder = consumer.pathOf(name)
    const maps = listFiles(folder).filter((file) => file.endsWith('.d.ts.map'))
    const missing = maps.filter((file) => {
      const { sources } = JSON.parse(readFileSync(join(folder, file), 'utf8'))
      return sources.some((source: string) => !existsSync(join(folder, dirname(file), source)))
    })
    expect(missing).toEqual([])
  })

  it.each(names)('%s passes publint', async (name) => {
    const { buffer } = new Uint8Array(bytesOf(name))
    const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
  })

  it.each(WITH_TYPES)('%s has types at each entry, as attw finds them', async (name) => {
    const result = await checkPackage(createPackageFromTarballData(bytesOf(name)))
    const problems = result.types === false ? ['no types'] : result.problems.map(describeProblem)
    expect(problems.filter((text) => !NOT_SUPPORTED.some((one) => text.startsWith(one)))).toEqual(
      [],
    )
  })

  it.each([
    ['no condition', []],
    ['the condition of this repository’s sources', [`--conditions=${SOURCE_CONDITION}`]],
  ])('Node imports each entry with %s', (_, conditions) => {
    const program = listEntries(consumer, names)
      .map((entry) => `await import(${JSON.stringify(entry)})`)
      .join('\n')
    const args = [...conditions, '--input-type=module', '--eval', program]
    expectSuccess(spawnSync('node', args, { cwd: consumer.folder, encoding: 'utf8' }))
  })

  // The deep tier also checks the declarations themselves, with those of every dependency.
  it.each([
    ['bundler', 'esnext', IS_QUICK ? 'true' : 'false'],
    ['nodenext', 'nodenext', 'true'],
    ['node16', 'node16', 'true'],
  ])(
    'TypeScript finds the types of each entry with moduleResolution %s',
    (resolution, module, skipLibCheck) => {
      const file = join(consumer.folder, 'consumer.ts')
      writeFileSync(file, useEntries(listEntries(consumer, names)))
      const options = [
        '--noEmit',
        '--strict',
        '--target',
        'es2022',
        '--types',
        '',
        '--lib',
        'es2024,dom',
      ]
      const args = [
        ...options,
        '--module',
        module,
        '--moduleResolution',
        resolution,
        '--skipLibCheck',
        skipLibCheck,
      ]
      const { stdout } = spawnSync('tsc', [...args, file], {
        cwd: consumer.folder,
        encoding: 'utf8',
      })
      // Errors inside the types of other packages are not this project's to fix.
      const own = stdout
        .split('\n')
        .filter((line) => /^(consumer|node_modules\/@secure-payment)/.test(line))
      expect(own).toEqual([])
    },
  )

  it('The React wrapper is a module for the client, and pages without it load none of it', () => {
    const dist = join(consumer.pathOf('@secure-payment/widget'), 'dist')
    const wrapper = readFileSync(join(dist, 'react.js'), 'utf8')
    expect(wrapper).toMatch(/^['"]use client['"]/)
    const others = listFiles(dist)
      .filter((file) => file.endsWith('.js') && !/^react[./]/.test(file))
      .filter((file) =>
        /["'](react|[./]+\/react\b[^"']*)["']/.test(readFileSync(join(dist, file), 'utf8')),
      )
    expect(others).toEqual([])
    // The wrapper loads the element when a browser has mounted it, so that servers load none of it.
    expect(wrapper).not.toMatch(/from "\.\/(index|element|define|secure-payment)\.js"/)
  })

  it.each([
    ['@secure-payment/contracts', '--network NETWORK'],
    ['@secure-payment/cli', 'secure-payment'],
  ])('the command of %s prints its usage', (name, usage) => {
    const [file = ''] = Object.values(consumer.readManifest(name).bin ?? {})
    const args = [join(consumer.pathOf(name), file), '--help']
    const { status, stdout } = spawnSync('node', args, { encoding: 'utf8' })
    expect(stdout).toContain(usage)
    expect(status).toBe(0)
  })

  // An intended change: `npx vitest run --project unit scripts/packages.test.ts -u` writes the report again.
  it.each(WITH_TYPES)('the public API of %s is the one in its api.txt', async (name) => {
    const folder = join(ROOT, PUBLIC_PACKAGES[names.indexOf(name)] ?? '')
    const report = reportApi(consumer.pathOf(name), consumer.readManifest(name))
    await expect(report).toMatchFileSnapshot(join(folder, 'api.txt'))
  })
})

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

/** A program that imports each entry, and uses some types, so that a type that resolves to `any` fails. */
function useEntries(entries: readonly string[]): string {
  const imports = entries.map((entry, index) => `import * as entry${index} from '${entry}'`)
  const uses = entries.map((_, index) => `void entry${index}`)
  return `${[...imports, ...uses].join('\n')}
import { createClient } from '@secure-payment/core/client'
import { recurringAbi } from '@secure-payment/contracts'
import type { SpSuccessEvent } from '@secure-payment/widget'
const { token } = await createClient({ baseUrl: 'https://pay.example' }).securePayments.get({ params: { token: '' } })
// @ts-expect-error A token is a string.
const count: number = token
// @ts-expect-error The list is a tuple of descriptions.
const abi: string = recurringAbi
document.querySelector('secure-payment')?.addEventListener('sp-success', (event: SpSuccessEvent) => event.detail.receipt)
export { abi, count }
`
}

type Problem = {
  kind: string
  resolutionKind?: string
  resolutionOption?: string
  entrypoint?: string
}

function describeProblem(problem: Problem): string {
  const { kind, resolutionKind, resolutionOption, entrypoint } = problem
  return [kind, resolutionKind ?? resolutionOption, entrypoint].join(' ')
}

function expectSuccess(run: { status: number | null; stdout: string; stderr: string }): void {
  expect(run.stdout + run.stderr).toBe('')
  expect(run.status).toBe(0)
}

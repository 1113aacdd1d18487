import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readHostLock } from './lib/hostLock.ts'
import { packPackage } from './lib/packPackage.ts'
import { ROOT } from './lib/publicPackages.ts'
import { nameInstalled, readDependencies } from './lib/readDependencies.ts'
import { LICENSES_FILE, readLicensed, readLicenses } from './lib/writeLicenses.ts'

const DIST = join(ROOT, 'host/dist')
const PROGRAM = join(DIST, 'secure-payment-host.js')
/** The folders that have their own bundles. */
const BUNDLES = ['.', 'element', 'console', 'guides']
/** Licences that allow distribution, and require only their text. */
const PERMISSIVE = [
  ...['0BSD', 'Apache-2.0', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'MIT-0'],
  ...['(Apache-2.0 AND MIT)', '(MIT OR Apache-2.0)', 'MIT or MPL-2.0'],
]
/** Packages whose licence has none of these names. */
const REVIEWED = [
  ...['core', 'sign-client', 'types', 'utils'].map((name) => `@walletconnect/${name}`),
  'png-js',
]
/** A module that logs the URL of each module that Node loads after it. */
const LOG_MODULES = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) { console.log('loaded ' + url); return next(url, context) } })`)}`
/** The language features that Node 24 has and Node 22 lacks. */
const NEWER = [
  ...['AsyncDisposableStack', 'DisposableStack', 'SuppressedError', 'URLPattern', 'Float16Array'],
  ...['Error.isError', 'Promise.try', 'RegExp.escape', 'Math.f16round', 'Intl.DurationFormat'],
]
/** A module that removes these features. */
const REMOVE_NEWER = `data:text/javascript,${NEWER.map((name) => `delete globalThis.${name}`).join(';')}`

describe.runIf(existsSync(PROGRAM))('The package of the host', () => {
  it('docs/design/dependencies.md lists the packages that npm installs with the host', () => {
    const installed = Object.keys(readHostLock()).map(nameInstalled)
    expect(readDependencies().installed).toEqual([...new Set(installed)].toSorted())
    expect(installed.length).toBeLessThan(60)
  })

  it('docs/design/dependencies.md lists the packages in the bundle', () => {
    const bundled = readLicensed(join(DIST, LICENSES_FILE)).map(withoutVersion)
    expect(readDependencies().bundled).toEqual([...new Set(bundled)].toSorted())
  })

  it('The licences file names each package that a source map names', () => {
    const licensed = readLicensed(join(DIST, LICENSES_FILE)).map(withoutVersion)
    const maps = readdirSync(DIST).filter((file) => file.endsWith('.js.map'))
    const packages = maps.flatMap((file) => packagesOf(join(DIST, file)))
    expect(packages).toContain('express')
    expect([...new Set(packages)].filter((name) => !licensed.includes(name))).toEqual([])
  })

  it.each(BUNDLES)('Each package in the bundle %s has a listed licence', (folder) => {
    const licenses = readLicenses(join(DIST, folder, LICENSES_FILE))
    const others = licenses.filter(({ identifier }) => !PERMISSIVE.includes(identifier))
    const names = others.map(({ reference }) => withoutVersion(reference))
    expect(names.filter((name) => !REVIEWED.includes(name))).toEqual([])
  })

  it.each(BUNDLES)('The bill of materials lists each package in the bundle %s', (folder) => {
    const { components } = JSON.parse(readFileSync(join(DIST, 'sbom.cdx.json'), 'utf8'))
    const references = components.map((component: { 'bom-ref': string }) => component['bom-ref'])
    const bundled = readLicensed(join(DIST, folder, LICENSES_FILE))
    expect(bundled.length).toBeGreaterThan(5)
    expect(references).toEqual(expect.arrayContaining(bundled))
  })

  it('A stack trace of the built program names the line of the source', () => {
    const failing = 'data:text/javascript,console.log=()=>{throw new Error("out of paper")}'
    const { stderr } = spawnSync('node', [`--import=${failing}`, PROGRAM, 'help'], {
      encoding: 'utf8',
    })
    const source = join(ROOT, 'host/src/cli.ts')
    const lines = readFileSync(source, 'utf8').split('\n')
    const line = lines.findIndex((text) => text.includes('console.log(USAGE)')) + 1
    expect(stderr).toContain('Error: out of paper')
    expect(stderr).toContain(`${source}:${line}:`)
  })

  it('A host starts without the language features that Node 22 lacks', async () => {
    expect((await startHost(REMOVE_NEWER)).at(-1)).toContain('ready at')
  }, 60_000)

  it('The tarball has no code that Node cached at an earlier start of the built host', () => {
    const folder = mkdtempSync(join(tmpdir(), 'secure-payment-tarball-'))
    mkdirSync(join(DIST, '.cache'), { recursive: true })
    writeFileSync(join(DIST, '.cache/compiled'), 'code')
    const { path } = packPackage('host', folder)
    const files = execFileSync('tar', ['-tzf', path], { encoding: 'utf8' }).split('\n')
    rmSync(folder, { recursive: true })
    expect(files).toContain('package/dist/secure-payment-host.js')
    expect(files.filter((file) => file.includes('/.cache/'))).toEqual([])
  }, 180_000)

  it('A host on SQLite loads no library at startup that it does not need', async () => {
    const packages = await listLoadedPackages()
    expect(packages).toEqual(expect.arrayContaining(['express', 'kysely', 'pino', 'zod']))
    const unused = ['pg', 'nodemailer', 'undici', '@simplewebauthn/server', 'pdfkit', 'fontkit']
    expect(packages.filter((name) => unused.includes(name))).toEqual([])
    expect(packages.filter((name) => name.startsWith('@opentelemetry/'))).toEqual([])
  }, 60_000)
})

function withoutVersion(reference: string): string {
  return reference.slice(0, reference.lastIndexOf('@'))
}

/** Returns the packages whose files a source map names. */
function packagesOf(map: string): string[] {
  const { sources }: { sources: string[] } = JSON.parse(readFileSync(map, 'utf8'))
  return sources.flatMap((source) => {
    const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? []
    return name === undefined ? [] : [name]
  })
}

/** Starts the built host after a module, and returns the lines that it prints until it is ready. */
async function startHost(module: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'secure-payment-start-'))
  const host = spawn('node', ['--import', module, PROGRAM], {
    env: {
      PATH: process.env['PATH'],
      PAY_PORT: '0',
      PAY_DATABASE_URL: `sqlite:${folder}/pay.db`,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exited = once(host, 'exit')
  const lines: string[] = []
  for await (const line of createInterface({ input: host.stdout })) {
    lines.push(line)
    if (line.includes('ready at')) break
  }
  host.kill('SIGTERM')
  await exited
  rmSync(folder, { recursive: true })
  return lines
}

/** Returns the packages whose code the built host has loaded when it is ready. */
async function listLoadedPackages(): Promise<string[]> {
  const lines = await startHost(LOG_MODULES)
  const files = lines.flatMap((line) => /^loaded (.*)$/.exec(line)?.[1] ?? [])
  const own = readdirSync(DIST).filter((file) =>
    files.includes(pathToFileURL(join(DIST, file)).href),
  )
  const maps = own.map((file) => join(DIST, `${file}.map`)).filter((map) => existsSync(map))
  return [...new Set(maps.flatMap(packagesOf))]
}

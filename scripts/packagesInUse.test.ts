import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findInstalledChromium } from './lib/findChromium.ts'
import { packPackage } from './lib/packPackage.ts'
import { SOURCE_CONDITION } from './lib/publicManifest.ts'
import { ROOT } from './lib/publicPackages.ts'

const run = promisify(execFile)
/** The packages that an application imports; the host is a program with tests of its own. */
const FOLDERS = ['packages/core', 'packages/contracts', 'packages/cli', 'widget']
const NAMES = ['core', 'contracts', 'cli', 'widget'].map((name) => `@secure-payment/${name}`)
const isBuilt = FOLDERS.every((folder) => existsSync(join(ROOT, folder, 'dist')))
/** The oldest version that `engines` allows, and the newest of each maintained line. */
const NODES = ['22.12.0', '22.23.5', '24.21.0']
const BUNDLERS = ['vite', 'webpack', 'esbuild']
const TIMEOUT_MS = 900_000

describe.runIf(isBuilt)('An empty project with the packages from their tarballs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secure-payment-use-'))
  const project = join(folder, 'project')
  let browser: Browser

  beforeAll(async () => {
    const tarballs = FOLDERS.map((name) => packPackage(name, folder).path)
    cpSync(join(ROOT, 'scripts/consumer'), project, { recursive: true })
    const nodes = NODES.map(
      (version) => `node-${version}@npm:node-${process.platform}-${process.arch}@${version}`,
    )
    const options = ['--prefer-offline', '--no-audit', '--no-fund', '--silent']
    execFileSync('npm', ['install', ...options, ...tarballs, ...nodes], { cwd: project })
    const executablePath = await findInstalledChromium()
    browser = await chromium.launch({
      args: ['--no-sandbox'],
      ...(executablePath ? { executablePath } : {}),
    })
  }, TIMEOUT_MS)
  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }, TIMEOUT_MS)

  it.each(NODES)(
    'Node %s loads each entry, also under the condition of the sources',
    async (version) => {
      const node = join(project, 'node_modules', `node-${version}`, 'bin/node')
      for (const conditions of [[], [`--conditions=${SOURCE_CONDITION}`]]) {
        const args = [...conditions, 'imports.mjs', ...NAMES]
        const { stdout } = await run(node, args, { cwd: project })
        expect(Number(stdout)).toBeGreaterThan(25)
      }
    },
  )

  it.each([
    ['bundler', 'esnext'],
    ['nodenext', 'nodenext'],
    ['node16', 'node16'],
  ])(
    'TypeScript 6 compiles the React page with moduleResolution %s',
    async (resolution, module) => {
      const options = ['-p', '.', '--module', module, '--moduleResolution', resolution]
      await run('node', ['node_modules/typescript/bin/tsc', ...options], { cwd: project })
    },
  )

  it.each(BUNDLERS)(
    '%s builds a page with the element, which Chromium shows',
    async (bundler) => {
      await run('node', ['build.mjs', bundler], { cwd: project })
      await expectElement(join(project, 'dist', bundler))
    },
    TIMEOUT_MS,
  )

  it(
    'Next renders a page with the element on the server, which Chromium shows',
    async () => {
      const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
      await run('node', ['node_modules/next/dist/bin/next', 'build'], { cwd: project, env })
      await expectElement(join(project, 'dist/next'))
    },
    TIMEOUT_MS,
  )

  /** Opens the built page; the payment service returns 404, which the element explains. */
  async function expectElement(dist: string): Promise<void> {
    await using page = await browser.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.route('**/*', async (route) => {
      const { hostname, pathname } = new URL(route.request().url())
      if (hostname === 'shop.test') {
        await route.fulfill({ path: join(dist, pathname === '/' ? 'index.html' : pathname) })
      } else {
        const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
        await route.fulfill({ status: 404, headers, json: { code: 'not_found', status: 404 } })
      }
    })
    await page.goto('https://shop.test/')
    await page.getByRole('heading', { name: 'Base' }).waitFor()
    await page.locator('secure-payment').getByRole('heading').first().waitFor()
    expect(errors).toEqual([])
  }
})

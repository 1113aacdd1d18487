import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CpuMeter } from './lib/CpuMeter.ts'
import { commitSeed } from './lib/commitSeed.ts'
import { findChromium } from './lib/findChromium.ts'
import { RESULT_FILE } from './lib/ResultReporter.ts'
import { run } from './lib/run.ts'
import { runStories } from './lib/runStories.ts'
import { FOR_SUITES, type Postgres, startPostgres } from './lib/startPostgres.ts'
import { type Result, readPlaywright, readVitest } from './lib/testResults.ts'

/** Vitest's projects for the element and the console, in a real browser. */
const BROWSER_PROJECTS = ['widget*', 'console*']

/**
 * The suites that the deep tier repeats with new seeds, after everything else has run, until `DEEP_MINUTES` have passed. Keep a failing
 * seed as a test.
 */
const RANDOM_SUITES = [
  'packages/core/src/money',
  'tests/api/contractFuzz',
  'tests/flows/kills',
  'tests/flows/search',
  'tests/flows/simulation',
  'tests/simulator',
  'widget/src/machine.walks',
]

/** Folder of the host's bundle, which quick-tier suites start; deep-tier suites start the sources. */
const HOST_BUNDLE = join(import.meta.dirname, '../node_modules/.cache/host')

/** The minimum space for the data that databases, hosts and browsers write in a run. */
const MEMORY_BYTES = 4 * 1024 ** 3

// A run's data is temporary, so it is in memory, where no commit waits for a disk.
process.env['TMPDIR'] = findMemory() ?? tmpdir()
const folder = mkdtempSync(join(tmpdir(), 'secure-payment-results-'))
const playwrightJson = join(folder, 'playwright.json')
const sqlFolder = join(folder, 'sql')
mkdirSync(sqlFolder)
const publishedFolder = join(folder, 'published')
mkdirSync(publishedFolder)

/** The deep tier, `npm run test:deep`, skips nothing; see tests/tiers.ts. */
const isDeep = process.argv.includes('--deep')
const startedAt = Date.now()
const deepMinutes = Number(process.env['DEEP_MINUTES'] ?? 90)
const firstSeed = commitSeed()
using cpu = new CpuMeter()
let cpuBefore = cpu.readSeconds() ?? 0

process.exitCode = await runEverything()

/**
 * Runs each kind of check in turn, even after an earlier check failed. Prints the failures once more at the end, and `N passed, N
 * failed` last.
 */
async function runEverything(): Promise<number> {
  console.log(`Random samples of this run: TEST_SEED=${firstSeed}`)
  const postgres = await findPostgres()
  const env: Record<string, string> = {
    ...seeds(firstSeed),
    ...(isDeep
      ? { FUZZ_RUNS: '100', SIM_SEEDS: '100', SIMULATOR_WORLDS: '60' }
      : { TEST_TIER: 'quick', HOST_BUNDLE }),
    TYPES_CHECKED: 'yes',
    CHROMIUM_PATH: await findChromium(),
    TEST_POSTGRES_URL: postgres.url,
    PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightJson,
    // The type checker, a Go program, collects its garbage half as often: a sixth less processor time for a tenth more memory.
    GOGC: '200',
    // The suites' hundreds of hosts and all tools load the same modules, so each module is compiled once.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  }
  const results: Result[] = []
  try {
    results.push(await check('lint', ['biome', 'check', '.'], env))
    results.push(await check('imports between rooms', ['node', 'scripts/rooms.ts'], env))
    results.push(await check('unused code', ['knip'], env))
    results.push(await check('prose', ['node', 'scripts/prose.ts'], env))
    results.push(await check('types', ['node', 'scripts/typecheck.ts'], env))
    results.push(await check('build', ['node', 'scripts/build.ts'], env))
    results.push(
      isDeep
        ? await check('example shops', ['node', 'scripts/buildExamples.ts'], env)
        : await check('host bundle', ['node', 'scripts/bundleHost.ts'], env),
    )
    results.push(await check('OpenAPI document', [...source('scripts/openapi.ts'), '--check'], env))
    results.push(
      await check('elements manifest', ['node', 'widget/scripts/manifest.ts', '--check'], env),
    )
    // In a single run, Vitest would run the browser suites last, and leave one of the processors idle.
    const suites = [
      runVitest(
        'suites',
        BROWSER_PROJECTS.map((name) => `!${name}`),
        { ...env, COLLECT_SQL: sqlFolder, COLLECT_PUBLISHED: publishedFolder },
      ),
      runVitest('browser suites', BROWSER_PROJECTS, env),
    ]
    results.push(...(await Promise.all(suites)))
    console.log(`Suites${describeCpu()}.`)
    results.push(...(await checkRecords(env)))
    const stories = isDeep
      ? // All stories together report every row of the wallet matrix.
        runStories([], { ...env, WALLET_MATRIX: 'whole' })
      : runStories(['--grep-invert', '@deep'], env)
    results.push(readPlaywright('stories', playwrightJson, await stories))
    console.log(`Stories${describeCpu()}.`)
    for (let round = 1; isDeep && minutes() < deepMinutes; round += 1) {
      const seed = (firstSeed + round * 1_000) % 1_000_000
      console.log(`Random suites once more: TEST_SEED=${seed}`)
      results.push(await runRandomSuites(`round ${round}`, { ...env, ...seeds(seed) }))
    }
  } finally {
    await postgres[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  }
  const passed = results.reduce((sum, one) => sum + one.passed, 0)
  const failed = results.reduce((sum, one) => sum + one.failed, 0)
  for (const failure of results.flatMap((one) => one.failures)) console.log(`FAILED: ${failure}`)
  const cpuSeconds = cpu.readSeconds()
  const spent = cpuSeconds === null ? '' : `, ${(cpuSeconds / 60).toFixed(1)} of processor time`
  console.log(`Duration: ${minutes().toFixed(1)} minutes${spent}.`)
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

/** Checks what the suites recorded: their statements, and their responses to operations of Request Network's document. */
async function checkRecords(env: Record<string, string>): Promise<Result[]> {
  // The quick tier runs some suites only on SQLite; this step prepares each of their statements on PostgreSQL.
  const prepare = [...source('tests/support/prepareSql.ts'), sqlFolder]
  // Each exception from the document must be needed, and each operation in the guide to compatibility tested.
  const published = [...source('tests/support/checkPublished.ts'), publishedFolder]
  return [
    await check('statements on PostgreSQL', prepare, env),
    await check("Request Network's document", published, env),
  ]
}

/** Returns the processor time since the previous call, as `, 12 s of processor time`. */
function describeCpu(): string {
  const now = cpu.readSeconds()
  if (now === null) return ''
  const seconds = now - cpuBefore
  cpuBefore = now
  return `, ${seconds.toFixed(0)} s of processor time`
}

function minutes(): number {
  return (Date.now() - startedAt) / 60_000
}

/** Returns the variables that give the same seed to every suite that draws samples. */
function seeds(seed: number): Record<string, string> {
  const text = String(seed)
  return { TEST_SEED: text, FUZZ_SEED: text, MONEY_SEED: text, SIM_FIRST_SEED: text }
}

/** Returns the path of Linux's in-memory file system, or null if it is absent or has too little space. */
function findMemory(): string | null {
  const path = '/dev/shm'
  if (!existsSync(path)) return null
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize >= MEMORY_BYTES ? path : null
}

function source(file: string): string[] {
  return ['node', '--conditions=@secure-payment/source', file]
}

/**
 * Starts a PostgreSQL server for the run, unless the environment names one. The schema is in `template1`, which PostgreSQL copies into
 * every new database.
 */
async function findPostgres(): Promise<Pick<Postgres, 'url'> & AsyncDisposable> {
  const url = process.env['TEST_POSTGRES_URL']
  if (url) return { url, async [Symbol.asyncDispose]() {} }
  const server = await startPostgres(FOR_SUITES)
  const template = new URL('/template1', server.url).href
  await run([...source('host/src/cli.ts'), 'migrate'], { PAY_DATABASE_URL: template })
  return server
}

async function check(
  name: string,
  command: string[],
  env: Record<string, string>,
): Promise<Result> {
  const status = await run(command, env)
  console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${name}${describeCpu()}`)
  return status === 0
    ? { passed: 1, failed: 0, failures: [] }
    : { passed: 0, failed: 1, failures: [`${name}, see its log above`] }
}

function runVitest(
  name: string,
  projects: readonly string[],
  env: Record<string, string>,
): Promise<Result> {
  return runSuites(
    name,
    projects.map((project) => `--project=${project}`),
    env,
  )
}

function runRandomSuites(name: string, env: Record<string, string>): Promise<Result> {
  const projects = BROWSER_PROJECTS.map((project) => `--project=!${project}`)
  return runSuites(name, [...projects, ...RANDOM_SUITES], env)
}

async function runSuites(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<Result> {
  const file = join(folder, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=./scripts/lib/ResultReporter.ts']
  const status = await run(['vitest', 'run', ...reporters, ...args], {
    ...env,
    [RESULT_FILE]: file,
  })
  return readVitest(name, file, status)
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { chromium } from 'playwright'
import { getNetwork } from '../packages/core/src/networks/index.ts'
import { accounts, findFreePort, startChains } from '../packages/devnet/src/index.ts'
import { testWalletScript } from '../widget/src/testkit/testWalletScript.ts'
import { findChromium } from './lib/findChromium.ts'
import { INSTALLERS, type Installer, installPackages } from './lib/installPackages.ts'
import { ROOT } from './lib/publicPackages.ts'

/**
 * `node --conditions=@secure-payment/source scripts/firstPayment.ts [npm|pnpm|yarn|yarn-pnp|image]`: makes a first payment with only the
 * built packages' tarballs in an empty folder, or with only the files of the image. The host starts from its package, as another user if it
 * comes from the image. The command line creates a link. A payer pays the link in Chromium on a local chain, and `listen` forwards the
 * webhook. Prints the seconds of each step. Only the chain and the payer's wallet come from the repository. Build first: `npm run build`.
 */
const installer = readInstaller(process.argv[2] ?? 'npm')
const NETWORK = 'devnet'
const PAYER_INDEX = 3
/** More blocks than the host waits for on a local chain. */
const CONFIRMATIONS = 5
const DEADLINE_MS = 120_000

const startedAt = performance.now()
const folder = mkdtempSync(join(tmpdir(), 'secure-payment-first-'))
await using world = new AsyncDisposableStack()
world.defer(() => rmSync(folder, { recursive: true, force: true }))

const installation = installPackages(installer, folder)
done(`Installed the host and the command line: ${installer}`)
const chains = world.use(await startChains({ networks: [NETWORK] }))
const rpcUrl = chains.rpcUrl(NETWORK)
done('Started a local chain')
const host = await startHost()
done(`Started the host at ${host.url}`)
const receiver = await startReceiver()
const link = createLink()
done(`Created the link ${link}`)
await pay(link)
done('Paid the link in Chromium')
const event = await receiver.event
done(`Received the webhook ${event}`)
console.log(`The first payment with ${installer}: ${seconds()} s.`)

function readInstaller(name: string): Installer {
  const found = INSTALLERS.find((one) => one === name)
  if (found === undefined) throw new Error(`Name one of ${INSTALLERS.join(', ')}.`)
  return found
}

function seconds(): string {
  return ((performance.now() - startedAt) / 1_000).toFixed(1)
}

function done(step: string): void {
  console.log(`${seconds().padStart(6)} s  ${step}`)
}

/** Starts the host with the settings that its own `init` writes, after its own `check`. */
async function startHost(): Promise<{ url: string; apiKey: string }> {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const { command, env, uid } = installation.host
  const { operatorFolder } = installation
  const [file, ...given] = command
  const own = {
    cwd: operatorFolder,
    // The image sets a port, which no container maps to another one here.
    env: { ...withoutSettings(), ...env, ...(env['PAY_PORT'] && { PAY_PORT: String(port) }) },
    ...(uid !== undefined && { uid, gid: uid }),
  }
  const options = ['--networks', NETWORK, '--rpc', `${NETWORK}=${rpcUrl}`, '--url', url]
  execFileSync(file, [...given, 'init', ...options], own)
  const wallet = join(folder, 'wallet.js')
  writeFileSync(wallet, walletScript())
  const settings = join(operatorFolder, '.env')
  const lines = [`PAY_DEV_WALLET_SCRIPT=${wallet}`, 'PAY_LOG_LEVEL=error']
  writeFileSync(settings, `${lines.join('\n')}\n`, { flag: 'a' })
  execFileSync(file, [...given, 'check'], { ...own, stdio: 'inherit' })
  const child = keep(spawn(file, [...given], { ...own, stdio: ['ignore', 'pipe', 'inherit'] }))
  await waitForLine(child, /ready at/)
  const [, apiKey = ''] = /PAY_BOOTSTRAP_API_KEY=(\S+)/.exec(readFileSync(settings, 'utf8')) ?? []
  return { url, apiKey }
}

function walletScript(): string {
  const [payer] = accounts.slice(PAYER_INDEX)
  const bundle = readFileSync(join(ROOT, 'widget/dist/scripts/testWallet.js'), 'utf8')
  const { chainId } = getNetwork(NETWORK)
  return testWalletScript(bundle, {
    name: 'Test wallet',
    rdns: 'local.test',
    rpcUrls: { [chainId]: rpcUrl },
    privateKey: payer?.privateKey ?? '0x',
  })
}

/** Starts a receiver, and `listen`, which forwards the host's events to it. */
async function startReceiver(): Promise<{ event: Promise<string> }> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const server = createServer(async (request, response) => {
    const { event } = JSON.parse(await text(request))
    response.end()
    if (event === 'payment.confirmed') resolve(event)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  world.defer(() => {
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const forward = ['listen', '--forward-to', `http://127.0.0.1:${port}/webhooks`]
  const { file, args, env } = cli(forward)
  const child = keep(spawn(file, args, { env, stdio: ['ignore', 'inherit', 'pipe'] }))
  await waitForLine(child, /Listening/)
  return { event: promise }
}

function createLink(): string {
  const [merchant] = accounts
  const money = [
    '--amount',
    '12.5',
    '--invoice-currency',
    'USDC-devnet',
    '--payment-currency',
    'USDC-devnet',
  ]
  const payee = ['--payee', merchant?.address ?? '']
  const { file, args, env } = cli(['links', 'create', ...money, ...payee, '--json'])
  const printed = execFileSync(file, args, { env })
  return JSON.parse(printed.toString()).securePaymentUrl
}

async function pay(url: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox'],
  })
  world.defer(() => browser.close())
  const page = await browser.newPage()
  page.setDefaultTimeout(DEADLINE_MS)
  await page.goto(url)
  const element = page.locator('secure-payment')
  await element.getByRole('button', { name: 'Test wallet' }).click()
  await element.getByRole('button', { name: /^Pay / }).click()
  await page.locator('secure-payment[state=confirming]').waitFor()
  // The chain mines a block only for a transaction, so the blocks that confirm the payment must be mined here.
  await chains.mine(NETWORK, CONFIRMATIONS)
  await page.locator('secure-payment[state=succeeded]').waitFor()
}

function cli(others: readonly string[]): { file: string; args: string[]; env: NodeJS.ProcessEnv } {
  const { command, env } = installation.cli
  const [file, ...given] = command
  const own = { SECURE_PAYMENT_URL: host.url, SECURE_PAYMENT_API_KEY: host.apiKey }
  return {
    file,
    args: [...given, ...others],
    env: { ...withoutSettings(), HOME: folder, ...env, ...own },
  }
}

/** An operator's environment, without settings of this service. */
function withoutSettings(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !name.startsWith('PAY_'))
  return Object.fromEntries(entries)
}

/** Ends the child process when the script ends. */
function keep<T extends ChildProcess>(child: T): T {
  world.defer(async () => {
    if (child.exitCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  })
  return child
}

async function waitForLine(child: ChildProcess, pattern: RegExp): Promise<void> {
  const stream = child.stdout ?? child.stderr
  if (stream === null) throw new Error('The process has no output to read.')
  const lines = createInterface({ input: stream })
  for await (const line of lines) {
    if (pattern.test(line)) return
    console.error(line)
  }
  throw new Error(`The process ended before it printed ${pattern}.`)
}

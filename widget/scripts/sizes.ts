import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'

const KIB = 1_024

/** The size of one bundle part and its limit, in bytes after compression. */
export type SizeRow = {
  readonly item: string
  readonly bytes: number
  readonly aim: number
  readonly limit: number
}

/** A file of the CDN build. */
export type BuiltFile = {
  readonly name: string
  readonly code: string
  readonly imports: readonly string[]
  /** The paths of the modules in it. */
  readonly modules: readonly string[]
}

/** Builds the CDN bundle in memory. */
export async function buildFiles(): Promise<BuiltFile[]> {
  const configFile = new URL('../vite.config.ts', import.meta.url).pathname
  const result = await build({ configFile, logLevel: 'silent', build: { write: false } })
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : []
  return outputs
    .flatMap(({ output }) => output)
    .flatMap((file) =>
      file.type === 'chunk'
        ? [
            {
              name: file.fileName,
              code: file.code,
              imports: file.imports,
              modules: file.moduleIds,
            },
          ]
        : [],
    )
}

/** Returns the size of each part of the build, with its target and its limit. */
export function measure(files: readonly BuiltFile[]): SizeRow[] {
  const entry = withImports(files, 'secure-payment')
  const row = (
    item: string,
    parts: readonly BuiltFile[],
    aimKib: number,
    limitKib: number,
  ): SizeRow => ({
    item,
    bytes: gzipped(parts),
    aim: aimKib * KIB,
    limit: limitKib * KIB,
  })
  const lazy = (name: string): BuiltFile[] =>
    withImports(files, name).filter((file) => !entry.includes(file))
  const evm = lazy('evm')
  const store = lazy('store')
  const flow = lazy('flow')
  /** Returns the size of these chunks, without those that every payment has loaded already. */
  const ownFiles = (names: readonly string[], known: readonly string[] = []): BuiltFile[] => {
    const others = [...flow, ...evm, ...known.flatMap(lazy)]
    return [...new Set(names.flatMap(lazy))].filter((file) => !others.includes(file))
  }
  const all = [
    ...new Set([...entry, ...evm, ...store, ...lazy('progress'), ...lazy('outbox'), ...flow]),
  ]
  return [
    row('initial JS, gzip', entry, 26, 32),
    {
      item: 'initial JS, brotli',
      bytes: sum(entry.map(({ code }) => brotliCompressSync(code).length)),
      aim: 23 * KIB,
      limit: 28.5 * KIB,
    },
    row('`flow` chunk: the screens after the payer chooses a wallet', flow, 9, 14),
    row('`payout` chunk: the text of payouts', lazy('enPayout'), 1, 1.5),
    row(
      '`refund` chunk: the text of links that pay refunds',
      ownFiles(['refundLink'], ['enPayout']),
      6,
      8,
    ),
    row(
      '`bridge` chunks: payments from another chain, with their checks and screens',
      ownFiles(['readBridged', 'bridgeScreens']),
      6,
      12,
    ),
    row(
      '`tron` chunks: the wallets, transactions and steps for payments on Tron',
      ownFiles(['discoverTronWallets', 'readTron', 'tronSteps']),
      8,
      14,
    ),
    row('`tron` screens and their text', ownFiles(['tronScreens']), 2.5, 4),
    row('`evm` chunk', evm, 50, 58),
    row('`store` chunk', store, 31, 33),
    row(
      '`lists` chunks: tokens outside the registry, for the network with the most tokens',
      ownFiles(['lists', 'mainnet']),
      13,
      16,
    ),
    row('`live` chunk: the service’s events', ownFiles(['live']), 1.5, 2),
    row(
      '`receipt` chunk: the screen after a completed payment',
      lazy('receipt').filter((file) => !flow.includes(file)),
      5,
      8,
    ),
    row(
      '`batchCalls` chunk: one batch with all calls, and a Safe’s signers',
      files.filter(({ name }) => name.startsWith('batchCalls-')),
      2,
      2.5,
    ),
    row(
      '`permit` chunk: a signature instead of an approval',
      files.filter(({ name }) => name.startsWith('permit-')),
      1.5,
      2,
    ),
    row(
      '`advanced` chunk',
      lazy('renderDetails').filter((file) => !flow.includes(file) && !evm.includes(file)),
      6,
      9,
    ),
    row(
      '`qr` chunk: the QR code for a phone, and its screen',
      ownFiles(['phoneScreen'], ['Ways']),
      8,
      9,
    ),
    row(
      '`ways` chunk: the choice of a wallet outside the page, with its text and styles',
      ownFiles(['Ways']),
      2,
      3,
    ),
    row('`apps` chunk: links to wallet apps on a phone', ownFiles(['appsScreen'], ['Ways']), 1, 2),
    row(
      '`walletconnect` chunks: its client, and the wallet that the client provides',
      ownFiles(['openSignClient', 'WalletConnect']),
      125,
      142,
    ),
    row(
      '`safe` chunk: the Safe in whose app the page is open',
      ownFiles(['moreWallets'], ['WalletConnect']),
      2,
      3,
    ),
    row('the largest language', findHeaviest(files), 5.5, 8),
    row(
      'everything for a payment with an injected wallet, in the largest language',
      [...all, ...findHeaviest(files)],
      115,
      135,
    ),
  ]
}

/** Returns the table as Markdown. */
export function formatSizes(rows: readonly SizeRow[]): string {
  const kib = (bytes: number): string => (bytes / KIB).toFixed(1)
  const lines = rows.map(
    ({ item, bytes, aim, limit }) => `| ${item} | ${kib(bytes)} | ${kib(aim)} | ${kib(limit)} |`,
  )
  return [
    '# The size of the element',
    '',
    '`npx node widget/scripts/writeSizes.ts` writes this file from the CDN build. Sizes are in KiB after gzip at its highest level, unless the row names another compression.',
    'A test fails if a part exceeds its limit.',
    '',
    '| part | KiB | aim | limit |',
    '|---|---:|---:|---:|',
    ...lines,
    '',
  ].join('\n')
}

/** The chunks of a language, such as `de-1a2b3c4d.js`. */
const LOCALE = /^[a-z]{2}-[\w-]{7}\.js$/

/** Finds the size of the largest language after compression. */
function findHeaviest(files: readonly BuiltFile[]): BuiltFile[] {
  const languages = files.filter(({ name }) => LOCALE.test(name))
  return languages.toSorted((a, b) => gzipped([b]) - gzipped([a])).slice(0, 1)
}

/** Returns the files with this name, such as `evm-1a2b.js`, and all their static imports. */
function withImports(files: readonly BuiltFile[], name: string): BuiltFile[] {
  const found = new Set(
    files.filter((file) => file.name === `${name}.js` || file.name.startsWith(`${name}-`)),
  )
  for (const file of found) {
    for (const other of files) if (file.imports.includes(other.name)) found.add(other)
  }
  return [...found]
}

function gzipped(files: readonly BuiltFile[]): number {
  return sum(files.map(({ code }) => gzipSync(code, { level: 9 }).length))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

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
  /** The paths of the modules that the file contains. */
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

/** The chunks of a build, and how to find them. */
type Chunks = {
  readonly files: readonly BuiltFile[]
  readonly entry: readonly BuiltFile[]
  readonly flow: readonly BuiltFile[]
  readonly evm: readonly BuiltFile[]
  /** All chunks of a payment with an injected wallet, without its language. */
  readonly all: readonly BuiltFile[]
  /** Returns a chunk and its imports, without those of the entry. */
  lazy(name: string): readonly BuiltFile[]
  /** Returns the named chunks and their imports, without those of the entry, of `flow`, of `evm` and of `known`. */
  ownFiles(names: readonly string[], known?: readonly string[]): readonly BuiltFile[]
}

/** A part of the build; sizes are in KiB after gzip. */
type Part = {
  readonly item: string
  readonly find: (chunks: Chunks) => readonly BuiltFile[]
  readonly aim: number
  readonly limit: number
}

const PARTS: readonly Part[] = [
  { item: 'initial JS, gzip', find: ({ entry }) => entry, aim: 26, limit: 32 },
  {
    item: '`flow` chunk: the screens after the payer chooses a wallet',
    find: ({ flow }) => flow,
    aim: 9,
    limit: 14,
  },
  {
    item: '`english` chunk: the English text of these screens',
    find: ({ lazy }) => lazy('enFlow'),
    aim: 3,
    limit: 4,
  },
  {
    item: '`pins` chunk: the check of destinations that the page pinned, without the hash functions for Tron’s addresses',
    find: ({ ownFiles }) => ownFiles(['comparePins'], ['tron']),
    aim: 1,
    limit: 2,
  },
  {
    item: '`payout` chunk: the text of payouts',
    find: ({ lazy }) => lazy('enPayout'),
    aim: 1,
    limit: 1.5,
  },
  {
    item: '`refund` chunk: the text of links that pay refunds',
    find: ({ ownFiles }) => ownFiles(['refundLink'], ['enPayout']),
    aim: 6,
    limit: 8,
  },
  {
    item: '`bridge` chunks: payments from another chain, with their checks and screens',
    find: ({ ownFiles }) => ownFiles(['bridge', 'bridgeScreens']),
    aim: 6,
    limit: 12,
  },
  {
    item: '`accepted` chunks: the choice among several currencies, with its search',
    find: ({ ownFiles }) => ownFiles(['acceptedScreens']),
    aim: 2,
    limit: 3,
  },
  {
    item: '`quoted` chunks: payments that the service prices, with their checks and review',
    find: ({ ownFiles }) => ownFiles(['quoted', 'quotedScreens']),
    aim: 4,
    limit: 8,
  },
  {
    item: '`tronQuoted` chunks: what a payment on Tron loads in addition if the service prices it',
    find: ({ ownFiles }) =>
      ownFiles(['tronQuoted', 'tronQuotedScreens'], ['tron', 'tronScreens', 'discoverTronWallets']),
    aim: 4,
    limit: 8,
  },
  {
    item: '`tron` chunks: the wallets, transactions and steps for payments on Tron, with the hash functions for its addresses',
    find: ({ ownFiles }) => ownFiles(['discoverTronWallets', 'tron']),
    aim: 14,
    limit: 18,
  },
  {
    item: '`tron` screens and their text',
    find: ({ ownFiles }) => ownFiles(['tronScreens']),
    aim: 2.5,
    limit: 4,
  },
  { item: '`evm` chunk', find: ({ evm }) => evm, aim: 50, limit: 58 },
  { item: '`store` chunk', find: ({ lazy }) => lazy('store'), aim: 1.5, limit: 2 },
  {
    item: '`lists` chunks: tokens outside the registry, for the network with the most tokens, and the hash that checks them',
    find: ({ ownFiles }) => ownFiles(['lists', 'mainnet']),
    aim: 16,
    limit: 17,
  },
  {
    item: '`live` chunk: the service’s events',
    find: ({ ownFiles }) => ownFiles(['live']),
    aim: 1.5,
    limit: 2,
  },
  {
    item: '`receipt` chunk: the screen after a completed payment',
    find: ({ flow, lazy }) => lazy('receipt').filter((file) => !flow.includes(file)),
    aim: 5,
    limit: 8.5,
  },
  {
    item: '`batchCalls` chunk: one batch with all calls, and a Safe’s signers',
    find: ({ files }) => files.filter(({ name }) => name.startsWith('batchCalls-')),
    aim: 2,
    limit: 2.5,
  },
  {
    item: '`permit` chunk: a signature instead of an approval',
    find: ({ files }) => files.filter(({ name }) => name.startsWith('permit-')),
    aim: 1.5,
    limit: 2,
  },
  {
    item: '`signedPayment` chunk: a signature instead of all transactions, with its check',
    find: ({ files }) => files.filter(({ name }) => name.startsWith('signedPayment-')),
    aim: 4,
    limit: 5.5,
  },
  {
    item: '`obstacleWords` chunk: why a service that pays network fees does not pay this one',
    find: ({ files }) => files.filter(({ name }) => name.startsWith('obstacleWords-')),
    aim: 2,
    limit: 3,
  },
  {
    item: '`advanced` chunk',
    find: ({ flow, evm, lazy }) =>
      lazy('renderDetails').filter((file) => !flow.includes(file) && !evm.includes(file)),
    aim: 6,
    limit: 9,
  },
  {
    item: '`coins` chunk: the icons of tokens and networks, which only a choice of how to pay loads',
    find: ({ ownFiles }) => ownFiles(['coinIcons']),
    aim: 5,
    limit: 8,
  },
  {
    item: '`qr` chunk: the QR code for a phone, and its screen',
    find: ({ ownFiles }) => ownFiles(['phoneScreen'], ['Ways']),
    aim: 8,
    limit: 9,
  },
  {
    item: '`ways` chunk: the choice of a wallet outside the page, with its text and styles',
    find: ({ ownFiles }) => ownFiles(['Ways']),
    aim: 2,
    limit: 3,
  },
  {
    item: '`apps` chunk: links to wallet apps on a phone',
    find: ({ ownFiles }) => ownFiles(['appsScreen'], ['Ways', 'walletList']),
    aim: 1,
    limit: 2,
  },
  {
    item: '`wallets` chunks: the well-known wallets with their icons, their links and the search',
    find: ({ ownFiles }) => ownFiles(['walletList']),
    aim: 9,
    limit: 12,
  },
  {
    item: '`walletconnect` chunks: its client, and the wallet that the client provides',
    find: ({ ownFiles }) => ownFiles(['openSignClient', 'WalletConnect']),
    aim: 125,
    limit: 142,
  },
  {
    item: '`safe` chunk: the Safe in whose app the page is open',
    find: ({ ownFiles }) => ownFiles(['moreWallets'], ['WalletConnect']),
    aim: 2,
    limit: 3,
  },
  { item: 'the largest language', find: ({ files }) => findHeaviest(files), aim: 5.5, limit: 8 },
  {
    item: 'everything for a payment with an injected wallet, in the largest language',
    find: ({ files, all }) => [...all, ...findHeaviest(files)],
    aim: 100,
    limit: 112,
  },
]

/** Returns the size of each part of the build, with its target and its limit. */
export function measure(files: readonly BuiltFile[]): SizeRow[] {
  const chunks = openChunks(files)
  const [initial, ...others] = PARTS.map(({ item, find, aim, limit }) => ({
    item,
    bytes: gzipped(find(chunks)),
    aim: aim * KIB,
    limit: limit * KIB,
  }))
  const brotli = {
    item: 'initial JS, brotli',
    bytes: sum(chunks.entry.map(({ code }) => brotliCompressSync(code).length)),
    aim: 23 * KIB,
    limit: 28.5 * KIB,
  }
  return initial === undefined ? [brotli] : [initial, brotli, ...others]
}

/** Returns the files that a payment with an injected wallet loads in any language. */
export function findPaymentFiles(files: readonly BuiltFile[]): readonly BuiltFile[] {
  return openChunks(files).all
}

function openChunks(files: readonly BuiltFile[]): Chunks {
  const entry = withImports(files, 'secure-payment')
  const lazy = (name: string): BuiltFile[] =>
    withImports(files, name).filter((file) => !entry.includes(file))
  const evm = lazy('evm')
  const flow = lazy('flow')
  const later = ['store', 'progress', 'outbox'].flatMap(lazy)
  const all = [...new Set([...entry, ...evm, ...later, ...flow])]
  const ownFiles = (names: readonly string[], known: readonly string[] = []): BuiltFile[] => {
    const others = [...flow, ...evm, ...known.flatMap(lazy)]
    return [...new Set(names.flatMap(lazy))].filter((file) => !others.includes(file))
  }
  return { files, entry, flow, evm, all, lazy, ownFiles }
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

/** Returns the language whose chunk is the largest after compression. */
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

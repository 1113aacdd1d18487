import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Row, within } from './report.ts'

const BUILD = fileURLToPath(new URL('../../widget/dist/cdn/', import.meta.url))
const ENTRY = 'secure-payment.js'
/** This bench's limits, in gzipped KiB; the build's own limits are in widget/scripts/sizes.ts. */
const LIMITS = { entry: 32, evm: 58, store: 2, receipt: 8, payment: 112 }

/** Measures the built element's size against its limits. */
export async function benchWidgetSize(): Promise<Row[]> {
  const files = listFiles()
  const entry = reachOf([ENTRY])
  const all = files.filter((file) => !file.startsWith('renderReceipt'))
  const named = (prefix: string) => files.filter((file) => file.startsWith(prefix))
  const row = (bench: string, weighed: Iterable<string>, limit: number) =>
    within(`widget: ${bench}, gzip`, { value: sumKiB(weighed), unit: 'KiB' }, limit)
  return [
    row('the script before anything is shown', entry, LIMITS.entry),
    row('chain access (evm)', named('evm'), LIMITS.evm),
    row('durable record (store)', named('store'), LIMITS.store),
    row('receipt', named('renderReceipt'), LIMITS.receipt),
    row('everything for a payment with an injected wallet', all, LIMITS.payment),
  ]
}

/** Returns the built release's folder. */
function findFolder(): string {
  const { folder }: { folder: string } = JSON.parse(
    readFileSync(join(BUILD, 'integrity.json'), 'utf8'),
  )
  return join(BUILD, folder)
}

function listFiles(): string[] {
  try {
    return readdirSync(findFolder()).filter((file) => file.endsWith('.js'))
  } catch (cause) {
    throw new Error('The element is not built: run `npm run build` first.', { cause })
  }
}

/** Returns the given files and all files that they import statically, without those behind `import()`. */
function reachOf(files: readonly string[]): Set<string> {
  const folder = findFolder()
  const reached = new Set<string>()
  const open = [...files]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    const text = readFileSync(join(folder, file), 'utf8')
    for (const [, name] of text.matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g)) {
      if (name !== undefined) open.push(name)
    }
  }
  return reached
}

function sumKiB(files: Iterable<string>): number {
  const folder = findFolder()
  let bytes = 0
  for (const file of files) bytes += gzipSync(readFileSync(join(folder, file)), { level: 9 }).length
  return bytes / 1_024
}

/** One changed response: the path of the changed member, the kind of change, and the result. */
export type Mutation = { readonly name: string; readonly changed: unknown }

/** An address that belongs to no party of the payment. */
const STRANGER = '0x1000000000000000000000000000000000000b0b'
const HOUR_MS = 3_600_000

/**
 * Generates changes of every member of a response. Each member is removed, emptied, and replaced with another type. Amounts change by one
 * unit or by a factor of ten, addresses and currencies are replaced, and times are shifted. Lists lose, repeat or swap their entries.
 */
export function mutationsOf(response: unknown): readonly Mutation[] {
  return [...walk(response, '')].map(({ path, how, change }) => {
    const changed = structuredClone(response)
    const keys = path.split('.').slice(1)
    const last = String(keys.pop())
    const parent = keys.reduce<unknown>((at, key) => Reflect.get(Object(at), key), changed)
    change(Object(parent), last)
    return { name: `${path.slice(1)}: ${how}`, changed }
  })
}

type Change = {
  readonly path: string
  readonly how: string
  change(parent: object, key: string): void
}

function* walk(value: unknown, path: string): Generator<Change> {
  if (path !== '') {
    yield {
      path,
      how: 'missing',
      change: (parent, key) => void Reflect.deleteProperty(parent, key),
    }
    for (const [how, to] of replacements(value)) {
      yield { path, how, change: (parent, key) => void Reflect.set(parent, key, to) }
    }
  }
  if (!(value instanceof Object)) return
  for (const [key, member] of Object.entries(value)) yield* walk(member, `${path}.${key}`)
}

function replacements(value: unknown): readonly (readonly [string, unknown])[] {
  const others: [string, unknown][] = [
    ['another type', typeof value === 'string' ? { text: value } : String(value)],
  ]
  if (Array.isArray(value)) return [...others, ...ofList(value)]
  if (typeof value === 'number') return [...others, ['one more', value + 1], ['zero', 0]]
  if (typeof value === 'boolean') return [...others, ['the opposite', !value]]
  return typeof value === 'string' ? [...others, ...ofText(value)] : others
}

function ofList(list: readonly unknown[]): [string, unknown][] {
  const [first] = list
  return [
    ['empty', []],
    ['doubled', [...list, ...list]],
    ['first doubled', [first, ...list]],
    ['swapped', list.toReversed()],
    ['without the first', list.slice(1)],
  ]
}

function ofText(text: string): [string, unknown][] {
  const empty: [string, unknown] = ['empty text', '']
  if (/^\d+(\.\d+)?$/.test(text)) return [empty, ...ofAmount(text)]
  if (/^0x[0-9a-f]{40}$/i.test(text)) return [empty, ['a stranger', STRANGER]]
  if (/^0x[0-9a-f]*$/i.test(text)) return [empty, ...ofHex(text)]
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return [empty, ...ofTime(text)]
  const swapped = OTHERS[text]
  return [empty, ['another text', swapped ?? `${text}x`]]
}

/** Another value of the same kind. */
const OTHERS: Readonly<Record<string, string>> = {
  'ETH-devnet': 'USDC-devnet',
  'USDC-devnet-b': 'DAI-devnet-b',
  'USDC-devnet': 'DAI-devnet',
  devnet: 'devnet-b',
  USD: 'EUR',
  USDC: 'DAI',
  'devnet-b': 'devnet',
  EUR: 'USD',
  ETH: 'USDC',
  market: 'par',
}

function ofAmount(text: string): [string, unknown][] {
  const digits = text.replace('.', '')
  const point = text.length - (text.indexOf('.') === -1 ? text.length : text.indexOf('.') + 1)
  const place = (units: bigint) => {
    const padded = String(units).padStart(point + 1, '0')
    return point === 0 ? padded : `${padded.slice(0, -point)}.${padded.slice(-point)}`
  }
  const units = BigInt(digits)
  return [
    ['one unit more', place(units + 1n)],
    ['one unit less', units > 0n ? place(units - 1n) : '-1'],
    ['ten times', place(units * 10n)],
    ['a tenth', `0.${text.replace('.', '')}`],
    ['zero', '0'],
    ['negative', `-${text}`],
    ['a number', Number(text)],
  ]
}

/** Changes the last digit of each word of a transaction's data, and its length. */
function ofHex(text: string): [string, unknown][] {
  const ends = [10]
  for (let at = 74; at <= text.length; at += 64) ends.push(at)
  if (text.length < 10) ends.splice(0, 1, text.length)
  const flips = ends.map((end): [string, unknown] => {
    const digit = Number.parseInt(text[end - 1] ?? '0', 16) ^ 1
    return [`another digit ${end}`, text.slice(0, end - 1) + digit.toString(16) + text.slice(end)]
  })
  return [...flips, ['longer', `${text}00`], ['shorter', text.slice(0, -2)]]
}

function ofTime(text: string): [string, unknown][] {
  const moved = (ms: number) => new Date(Date.parse(text) + ms).toISOString()
  return [
    ['a second later', moved(1_000)],
    ['two hours later', moved(2 * HOUR_MS)],
    ['two hours earlier', moved(-2 * HOUR_MS)],
    ['no time', 'soon'],
  ]
}

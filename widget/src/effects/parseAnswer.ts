import type { Calldata } from '../api.ts'
import type {
  ItemFee,
  LastAttempt,
  PaymentChain,
  PaymentItem,
  PaymentMetadata,
  PaymentTransaction,
  WireTransaction,
} from '../model.ts'

/** The service's answer does not have the shape that API.md gives it. */
export class InvalidResponseError extends Error {
  override readonly name = 'InvalidResponseError'
  readonly code = 'invalid_response'
  /** Path of the member at fault, such as `items[0].amount`. */
  readonly path: string

  constructor(path: string, expected: string) {
    super(`The service's answer has no ${expected} at ${path || 'its top'}.`)
    this.path = path
  }
}

const MAX_ITEMS = 200
const MAX_TRANSACTIONS = 1_000

/** Reads members of an untrusted JSON object, with their paths in the errors. */
export class Reader {
  readonly #value: Readonly<Record<string, unknown>>
  readonly #path: string

  constructor(value: unknown, path = '') {
    this.#value = isObject(value) ? value : fail(path, 'object')
    this.#path = path
  }

  text(key: string): string {
    const value = this.#value[key]
    return typeof value === 'string' ? value : fail(this.at(key), 'text')
  }

  /** null when absent or null. */
  optionalText(key: string): string | null {
    return this.has(key) ? this.text(key) : null
  }

  number(key: string): number {
    const value = this.#value[key]
    return typeof value === 'number' && Number.isFinite(value)
      ? value
      : fail(this.at(key), 'number')
  }

  optionalNumber(key: string): number | null {
    return this.has(key) ? this.number(key) : null
  }

  boolean(key: string): boolean {
    const value = this.#value[key]
    return typeof value === 'boolean' ? value : fail(this.at(key), 'boolean')
  }

  optionalBoolean(key: string): boolean | null {
    return this.has(key) ? this.boolean(key) : null
  }

  child(key: string): Reader {
    return new Reader(this.#value[key], this.at(key))
  }

  optionalChild(key: string): Reader | null {
    return this.has(key) ? this.child(key) : null
  }

  list<T>(key: string, limit: number, read: (item: unknown, path: string) => T): readonly T[] {
    const value = this.#value[key]
    if (!Array.isArray(value) || value.length > limit) return fail(this.at(key), 'list')
    return value.map((item: unknown, index) => read(item, `${this.at(key)}[${index}]`))
  }

  entries<T>(read: (item: unknown, path: string) => T): Readonly<Record<string, T>> {
    const pairs = Object.entries(this.#value)
    return Object.fromEntries(pairs.map(([key, item]) => [key, read(item, this.at(key))]))
  }

  has(key: string): boolean {
    return this.#value[key] !== undefined && this.#value[key] !== null
  }

  raw(key: string): unknown {
    return this.#value[key]
  }

  at(key: string): string {
    return this.#path === '' ? key : `${this.#path}.${key}`
  }
}

/** Checks the answer of `GET /v2/secure-payments/{token}`. Throws InvalidResponseError. */
export function parseMetadata(value: unknown): PaymentMetadata {
  const body = new Reader(value)
  const merchant = body.child('merchant')
  const items = body.list('items', MAX_ITEMS, parseItem)
  if (items.length === 0) fail('items', 'item')
  return {
    token: body.text('token'),
    paymentType: body.text('paymentType') === 'batch' ? 'batch' : 'single',
    status: body.text('status'),
    network: body.text('network'),
    reference: body.optionalText('reference'),
    requestIds: items.map((item) => item.requestId),
    createdAt: body.text('createdAt'),
    expiresAt: body.text('expiresAt'),
    completedAt: body.optionalText('completedAt'),
    serverTime: body.text('serverTime'),
    chain: parseChain(body.child('chain')),
    items,
    merchant: {
      name: merchant.optionalText('name'),
      logoUrl: merchant.optionalText('logoUrl'),
      supportUrl: merchant.optionalText('supportUrl'),
    },
    transactions: body.list('transactions', MAX_TRANSACTIONS, parseTransaction),
    lastAttempt: parseLastAttempt(body.optionalChild('lastAttempt')),
    paymentOptions: parseOptions(body.optionalChild('paymentOptions')),
  }
}

/** Checks the answer of `GET …/pay`, single or batch. Throws InvalidResponseError. */
export function parseCalldata(value: unknown): Calldata {
  const body = new Reader(value)
  const metadata = body.optionalChild('metadata')
  const transactions = body.has('batchPaymentTransaction')
    ? [
        ...body.list('ERC20ApprovalTransactions', MAX_ITEMS, parseWire),
        parseWire(body.raw('batchPaymentTransaction'), 'batchPaymentTransaction'),
      ]
    : body.list('transactions', MAX_ITEMS, parseWire)
  return {
    transactions,
    hasEnoughBalance: metadata?.optionalBoolean('hasEnoughBalance') ?? null,
    hasEnoughGas: metadata?.optionalBoolean('hasEnoughGas') ?? null,
  }
}

function parseChain(chain: Reader): PaymentChain {
  const native = chain.child('nativeCurrency')
  return {
    id: chain.text('id'),
    name: chain.text('name'),
    chainId: chain.number('chainId'),
    isTestnet: chain.boolean('isTestnet'),
    isLocal: chain.boolean('isLocal'),
    explorerUrl: webUrl(chain.optionalText('explorerUrl')),
    rpcUrl: webUrl(chain.optionalText('rpcUrl')),
    nativeCurrency: { symbol: native.text('symbol'), decimals: native.number('decimals') },
  }
}

function parseItem(value: unknown, path: string): PaymentItem {
  const item = new Reader(value, path)
  return {
    requestId: item.text('requestId'),
    payee: item.text('payee'),
    amount: item.text('amount'),
    paymentCurrency: item.text('paymentCurrency'),
    symbol: item.text('symbol'),
    decimals: item.number('decimals'),
    tokenAddress: item.optionalText('tokenAddress'),
    isNativeCurrency: item.boolean('isNativeCurrency'),
    paymentReference: item.text('paymentReference'),
    fee: parseFee(item.optionalChild('fee')),
    status: item.text('status'),
    amountPaid: item.text('amountPaid'),
    remainingAmount: item.text('remainingAmount'),
  }
}

function parseFee(fee: Reader | null): ItemFee | null {
  return (
    fee && {
      percentage: fee.text('percentage'),
      amount: fee.text('amount'),
      address: fee.text('address'),
    }
  )
}

function parseTransaction(value: unknown, path: string): PaymentTransaction {
  const one = new Reader(value, path)
  return {
    requestId: one.text('requestId'),
    txHash: one.text('txHash'),
    amount: one.text('amount'),
    confirmations: one.number('confirmations'),
    requiredConfirmations: one.number('requiredConfirmations'),
    status: one.text('status') === 'confirmed' ? 'confirmed' : 'confirming',
    explorerUrl: webUrl(one.optionalText('explorerUrl')),
    timestamp: one.optionalText('timestamp'),
  }
}

function parseLastAttempt(last: Reader | null): LastAttempt | null {
  return (
    last && {
      attemptId: last.text('attemptId'),
      phase: last.text('phase'),
      wallet: last.text('wallet'),
      txHash: last.optionalText('txHash'),
      createdAt: last.text('createdAt'),
      updatedAt: last.text('updatedAt'),
      leaseUntil: last.text('leaseUntil'),
    }
  )
}

function parseOptions(options: Reader | null): PaymentMetadata['paymentOptions'] {
  if (options === null) return null
  return options.entries((chain, path) =>
    new Reader(chain, path).entries((value, at) => {
      const option = new Reader(value, at)
      return {
        balance: option.text('balance'),
        hasEnoughBalance: option.boolean('hasEnoughBalance'),
        neededAmount: option.text('neededAmount'),
        hasEnoughGas: option.optionalBoolean('hasEnoughGas'),
      }
    }),
  )
}

function parseWire(value: unknown, path: string): WireTransaction {
  const wire = new Reader(value, path)
  const chainId = wire.optionalNumber('chainId')
  const transaction = { to: wire.text('to'), data: wire.text('data'), value: wire.raw('value') }
  return chainId === null ? transaction : { ...transaction, chainId }
}

/** Lit does not clean URLs: anything but http(s) becomes null, so that no view can link to `javascript:`. */
function webUrl(text: string | null): string | null {
  return text !== null && /^https?:\/\//i.test(text) ? text : null
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fail(path: string, expected: string): never {
  throw new InvalidResponseError(path, expected)
}

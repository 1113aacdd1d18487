/** The URL to which the page reports that it is about to wait, or has just received a response. */
export type AwaitsOptions = { readonly url: string }

/**
 * Runs in the page before its other scripts. Every call that leaves the page's script (the wallet, the service, the node, IndexedDB, local
 * storage, Web Locks) stops the page twice, until `url` responds. The page stops just before the call and just after its response. A
 * synchronous request stops the page, so that none of its code runs in between.
 */
export function watchAwaits({ url }: AwaitsOptions): void {
  // This page belongs to a Safe and contains the watched page.
  if (location.pathname === '/safe') return
  const stop = (point: string, asked: readonly unknown[] = []): void => {
    const request = new XMLHttpRequest()
    request.open('POST', `${url}?point=${encodeURIComponent(point)}`, false)
    request.send(JSON.stringify(asked))
  }
  const watched = async <T>(name: string, call: () => Promise<T>): Promise<T> => {
    stop(`before ${name}`)
    try {
      return await call()
    } finally {
      stop(`after ${name}`)
    }
  }

  const nameOf = (address: string, init: RequestInit | undefined): string => {
    const method = init?.method ?? 'GET'
    const { pathname } = new URL(address, location.href)
    const payment = /\/v2\/secure-payments\/[^/]+(\/[a-z]+)?/.exec(pathname)
    if (payment !== null) return `service ${method} ${payment[1] ?? ''}`
    if (typeof init?.body !== 'string') return `fetch ${pathname}`
    const call: unknown = JSON.parse(init.body)
    const isCall = typeof call === 'object' && call !== null && 'method' in call
    return `node ${isCall ? String(call.method) : pathname}`
  }
  const { fetch } = window
  window.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    return watched(nameOf(address, init), () => fetch.call(window, input, init))
  }

  type Call = { method: string; params?: readonly unknown[] }
  type Detail = { info: unknown; provider: { request(call: Call): Promise<unknown> } }
  const wrapped = new WeakSet<object>()
  const wrap = ({ info, provider }: Detail): Detail => ({
    info,
    provider: {
      ...provider,
      request: (call) =>
        watched(`wallet ${call.method}`, () => {
          // From here on a wallet in its own process has the call, even if the page dies.
          if (ASKED.has(call.method)) stop(`asked wallet ${call.method}`, call.params)
          return provider.request(call)
        }),
    },
  })
  const ASKED = new Set(['eth_sendTransaction', 'wallet_sendCalls'])
  const watchAnnounced = (name: string, wrapOne: (detail: Detail) => Detail): void => {
    window.addEventListener(name, (event) => {
      if (!(event instanceof CustomEvent) || wrapped.has(event.detail)) return
      event.stopImmediatePropagation()
      const detail = wrapOne(event.detail)
      wrapped.add(detail)
      window.dispatchEvent(new CustomEvent(name, { detail }))
    })
  }
  watchAnnounced('eip6963:announceProvider', wrap)
  // On Tron, a page signs through the wallet's `tronWeb` object.
  watchAnnounced('TIP6963:announceProvider', (detail) => {
    const { info, provider } = wrap(detail)
    const given = detail.provider
    const tronWeb = {
      get() {
        const own = Reflect.get(given, 'tronWeb')
        if (!own) return own
        const sign = (...values: readonly unknown[]) =>
          watched('wallet sign', () => own.trx.sign(...values))
        return Object.create(own, {
          trx: { value: Object.create(own.trx, { sign: { value: sign } }) },
        })
      },
    }
    return { info, provider: Object.defineProperty(provider, 'tronWeb', tronWeb) }
  })
  // A Safe's page contains the watched page, and receives its calls as messages.
  if (window.parent !== window) {
    const around = window.parent
    const post = around.postMessage.bind(around)
    around.postMessage = (message: { method?: string; params?: { txs?: unknown } }) => {
      stop(`before safe ${message.method}`)
      if (message.method === 'sendTransactions') {
        stop('asked safe sendTransactions', [message.params?.txs])
      }
      post(message, '*')
    }
    // This listener is added first, so that it runs before the code that waits for the response.
    window.addEventListener('message', ({ source }) => {
      if (source === around) stop('after safe')
    })
  }

  const { put, add, delete: remove } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (...values) {
    stop(`before store put ${this.name}`)
    return put.apply(this, values)
  }
  IDBObjectStore.prototype.add = function (...values) {
    stop(`before store add ${this.name}`)
    return add.apply(this, values)
  }
  IDBObjectStore.prototype.delete = function (...values) {
    stop(`before store delete ${this.name}`)
    return remove.apply(this, values)
  }
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (names, mode, options) {
    const opened = transaction.call(this, names, mode, options)
    // This listener is added first, so that it runs before the code that waits for the end.
    if (mode === 'readwrite')
      opened.addEventListener('complete', () => stop(`after store commit ${String(names)}`))
    return opened
  }

  const { setItem, removeItem } = Storage.prototype
  Storage.prototype.setItem = function (key, value) {
    // A real wallet is a separate program: it would have sent the data that the test wallet stores here.
    if (key.startsWith('secure-payment:test-wallet-')) return setItem.call(this, key, value)
    stop('before storage set')
    setItem.call(this, key, value)
    stop('after storage set')
  }
  Storage.prototype.removeItem = function (key) {
    stop('before storage remove')
    removeItem.call(this, key)
    stop('after storage remove')
  }
}

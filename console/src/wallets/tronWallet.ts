import { NoAccountError, type SignInWallet } from './signInWallet.ts'

/** TronLink, or what stands at its place in the page; null when there is none. It signs with message signing v2. */
export function findTronWallet(scope: object, name: string): SignInWallet | null {
  const link = readMember(scope, 'tronLink')
  const request = readMethod(link, 'request')
  if (request === null) return null
  return {
    id: 'tronlink',
    name,
    icon: null,
    isLastUsed: false,
    async connect() {
      await request({ method: 'tron_requestAccounts' })
      // Some versions put tronWeb onto the wallet itself, older ones onto the page.
      const tronWeb = readMember(link, 'tronWeb') || readMember(scope, 'tronWeb')
      const address = readMember(readMember(tronWeb, 'defaultAddress'), 'base58')
      const sign = readMethod(readMember(tronWeb, 'trx'), 'signMessageV2')
      if (typeof address !== 'string' || sign === null) throw new NoAccountError()
      return {
        address,
        chainId: null,
        async sign(message) {
          const signature = await sign(message)
          if (typeof signature !== 'string') throw new NoAccountError()
          return signature
        },
      }
    },
  }
}

/** A member of an object that another script made; undefined when there is none. */
function readMember(value: unknown, name: string): unknown {
  const isObject = (typeof value === 'object' || typeof value === 'function') && value !== null
  return isObject ? Reflect.get(value, name) : undefined
}

function readMethod(
  owner: unknown,
  name: string,
): ((...params: unknown[]) => Promise<unknown>) | null {
  const method = readMember(owner, name)
  if (typeof method !== 'function') return null
  return async (...params) => Reflect.apply(method, owner, params)
}

import type { WalletConnectSettings } from '../../accountInfo.ts'

/** The wallet's permissions that `readSession` uses. */
export type WalletConnectSession = {
  readonly topic: string
  /** Seconds since the epoch. */
  readonly expiry: number
  readonly namespaces: Readonly<
    Record<string, { readonly accounts: readonly string[]; readonly methods: readonly string[] }>
  >
  readonly peer: {
    readonly metadata: {
      readonly name: string
      /** The link to the wallet's app; empty if the wallet states none. */
      readonly redirect: { readonly native: string }
    }
  }
}

/** The part of `@walletconnect/sign-client` that the element uses; sessions arrive unchecked. Tests pass a fake. */
export type SignClient = {
  connect(params: {
    readonly optionalNamespaces: Record<
      string,
      { chains: string[]; methods: string[]; events: string[] }
    >
  }): Promise<{ readonly uri?: string; readonly approval: () => Promise<unknown> }>
  request(params: {
    readonly topic: string
    readonly chainId: string
    readonly request: { readonly method: string; readonly params: unknown }
  }): Promise<unknown>
  disconnect(params: {
    readonly topic: string
    readonly reason: { readonly code: number; readonly message: string }
  }): Promise<void>
  on(event: SignClientEvent, listener: (said: unknown) => void): unknown
  readonly session: { getAll(): readonly unknown[] }
}

/** The session events that the element listens to. */
export type SignClientEvent =
  | 'session_event'
  | 'session_update'
  | 'session_delete'
  | 'session_expire'

/** Creates the network's client: a large chunk, loaded when a payer chooses WalletConnect. */
export type OpenSignClient = (settings: WalletConnectSettings) => Promise<SignClient>

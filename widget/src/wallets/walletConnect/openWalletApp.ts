import type { WalletConnectSession } from './signClient.ts'

/** Schemes of wallets’ own apps; a session must not make this page open anything else, nor name Android a page to fall back to. */
const APP_SCHEME =
  /^(?!javascript:|data:|blob:|file:|about:|vbscript:|https?:|view-source:|intent:)[a-z][a-z0-9+.-]*:/i

/** On a phone, brings the app to the front that a request was just sent to. */
export function openWalletApp({ topic, peer }: Pick<WalletConnectSession, 'topic' | 'peer'>): void {
  if (!/Android|iPhone|iPad/i.test(navigator.userAgent)) return
  const link = findAppLink(peer.metadata.redirect, topic)
  if (link !== null) window.open(link, '_self', 'noreferrer noopener')
}

/** The link that a wallet named for its app; null when it named none that may be opened. */
export function findAppLink(
  redirect: WalletConnectSession['peer']['metadata']['redirect'],
  topic: string,
): string | null {
  const { native } = redirect
  if (!APP_SCHEME.test(native)) return null
  const base = native.endsWith('/') ? native : `${native}/`
  return `${native.endsWith(':') ? `${native}//` : base}wc?sessionTopic=${encodeURIComponent(topic)}`
}

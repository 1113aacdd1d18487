import type { WalletConnectSession } from './signClient.ts'

/**
 * URL schemes of the wallets’ own apps. A session must not make this page open any other address, nor give Android a fallback page.
 */
const APP_SCHEME =
  /^(?!javascript:|data:|blob:|file:|about:|vbscript:|https?:|view-source:|intent:)[a-z][a-z0-9+.-]*:/i

/** On a phone, brings the app that received the last request to the front. */
export function openWalletApp({ topic, peer }: Pick<WalletConnectSession, 'topic' | 'peer'>): void {
  if (!/Android|iPhone|iPad/i.test(navigator.userAgent)) return
  const link = findAppLink(peer.metadata.redirect, topic)
  if (link !== null) window.open(link, '_self', 'noreferrer noopener')
}

/** Finds the link to the wallet's app; null if the wallet returned no link that may be opened. */
export function findAppLink(
  redirect: WalletConnectSession['peer']['metadata']['redirect'],
  topic: string,
): string | null {
  const { native } = redirect
  if (!APP_SCHEME.test(native)) return null
  const base = native.endsWith('/') ? native : `${native}/`
  return `${native.endsWith(':') ? `${native}//` : base}wc?sessionTopic=${encodeURIComponent(topic)}`
}

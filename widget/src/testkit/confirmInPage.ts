/** The content of a wallet's window: a transaction before it is sent, or a message before it is signed. */
export type ConfirmRequest = TransactionRequest | { readonly message: string }

type TransactionRequest = {
  readonly to: string
  /** Native base units. */
  readonly value: bigint
  /** The first 4 bytes of the calldata. */
  readonly selector: string
  readonly chainId: number
}

/** The contract methods that this project's payments call. */
const METHODS: Readonly<Record<string, string>> = {
  '0x095ea7b3': 'approve',
  '0xc219a14d': 'transferFromWithReferenceAndFee',
  '0xb868980b': 'transferWithReferenceAndFee',
  '0x92cddb91': 'batchPayments',
  '0x624b284e': 'deposit (bridge)',
  '0x': 'transfer',
}

const STYLE = `
  dialog { border: 1px solid #8888; border-radius: 16px; padding: 24px; max-width: min(26rem, calc(100vw - 32px));
    font: 16px/1.5 system-ui, sans-serif; color-scheme: light dark; background: Canvas; color: CanvasText; box-sizing: border-box }
  dialog::backdrop { background: #0009 }
  h2 { margin: 0; font-size: 1.25rem }
  p { margin: 4px 0 16px }
  dl { display: grid; grid-template-columns: auto 1fr; gap: 8px 16px; margin: 0 0 24px }
  dt { font-weight: 600 }
  pre { max-height: 16rem; overflow: auto; margin: 0 0 24px; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.875rem }
  dd { margin: 0; overflow-wrap: anywhere; font-family: ui-monospace, monospace; font-size: 0.875rem }
  div { display: flex; gap: 12px }
  button { flex: 1; min-height: 44px; border-radius: 10px; border: 1px solid #8888; font: inherit; cursor: pointer;
    background: ButtonFace; color: ButtonText }
  button.primary { background: #1a4fd6; border-color: #1a4fd6; color: #fff }
  button:focus-visible { outline: 3px solid #1a4fd6; outline-offset: 2px }
`

/**
 * Asks the payer in a modal dialog on the page. Resolves with true if the payer confirms, and with false if the payer rejects or presses
 * Escape.
 */
export function confirmInPage(walletName: string, request: ConfirmRequest): Promise<boolean> {
  const host = document.createElement('div')
  host.dataset['testWallet'] = 'confirm'
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLE)
  root.adoptedStyleSheets = [sheet]

  const dialog = element('dialog')
  dialog.setAttribute('aria-labelledby', 'title')
  const title = element('h2', walletName)
  title.id = 'title'
  const reject = element('button', 'Reject')
  const confirm = element('button', 'Confirm')
  confirm.className = 'primary'
  confirm.autofocus = true
  const buttons = element('div')
  buttons.append(reject, confirm)
  const isMessage = 'message' in request
  dialog.append(
    title,
    element('p', `This page asks to ${isMessage ? 'sign a message' : 'send a transaction'}.`),
    isMessage ? element('pre', request.message) : facts(request),
    buttons,
  )
  root.append(dialog)
  document.body.append(host)
  dialog.showModal()

  const { promise, resolve } = Promise.withResolvers<boolean>()
  reject.addEventListener('click', () => dialog.close('reject'))
  confirm.addEventListener('click', () => dialog.close('confirm'))
  dialog.addEventListener('close', () => {
    host.remove()
    resolve(dialog.returnValue === 'confirm')
  })
  return promise
}

function facts({ to, value, selector, chainId }: TransactionRequest): HTMLDListElement {
  const list = element('dl')
  const rows = [
    ['To', to],
    ['Value', `${formatEther(value)} (native coin)`],
    ['Method', METHODS[selector] ?? selector],
    ['Chain', String(chainId)],
  ]
  for (const [name, text] of rows) list.append(element('dt', name), element('dd', text))
  return list
}

function formatEther(wei: bigint): string {
  const digits = wei.toString().padStart(19, '0')
  const fraction = digits.slice(-18).replace(/0+$/, '')
  const whole = digits.slice(0, -18)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  text?: string,
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag)
  if (text !== undefined) node.textContent = text
  return node
}

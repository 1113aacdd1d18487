import { maskAddress, renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type SVGTemplateResult, type TemplateResult } from 'lit'
import type { SignedInContext } from '../context.ts'
import { may } from '../may.ts'
import { formatRoute, type Route } from '../routes.ts'
import { brandMark } from '../ui/brandMark.ts'
import { icons } from '../ui/icons.ts'
import { renderLanguageChoice } from '../ui/renderLanguageChoice.ts'

type NavItem = {
  readonly route: Route
  readonly label: string
  readonly icon: SVGTemplateResult
  /** The names of the screens for which this item is the current one. */
  readonly names: readonly Route['name'][]
}

/**
 * Renders every screen's frame: the navigation at the side, or behind a button on narrow screens, and the signed-in account.
 */
export function renderShell(options: {
  context: SignedInContext
  route: Route
  isMenuOpen: boolean
  onMenu: (isOpen: boolean) => void
  onSignOut: () => void
  screen: TemplateResult
}): TemplateResult {
  const { context, route, isMenuOpen, onMenu } = options
  const { text } = context
  const skip = (event: Event): void => {
    event.preventDefault()
    const { currentTarget } = event
    const root = currentTarget instanceof Node ? currentTarget.getRootNode() : null
    if (root instanceof ShadowRoot) root.querySelector<HTMLElement>('#content')?.focus()
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && isMenuOpen) onMenu(false)
  }
  return html`<div class="shell" @keydown=${onKey}>
      <header class="bar">
        <a class="skip" href="#content" @click=${skip}>${text.skipToContent}</a>
        <a class="brand" href=${formatRoute({ name: 'start' })}>${brandMark}<span>${text.product}</span></a>
        ${isMenuOpen ? nothing : renderCreate(context, 'top')}
        <button
          class="icon-button menu"
          type="button"
          aria-expanded=${isMenuOpen ? 'true' : 'false'}
          aria-controls="side"
          aria-label=${text.menu}
          @click=${() => onMenu(!isMenuOpen)}
        >${renderIcon(isMenuOpen ? icons.cross : icons.menu)}</button>
      </header>
      <div class="side ${isMenuOpen ? 'open' : ''}" id="side">
        <div class="side-content">
          <nav aria-label=${text.nav.label}>
            ${renderCreate(context, 'side')}
            <ul>
              ${navItems(context).map((item) => renderNavItem(item, route))}
            </ul>
          </nav>
          ${renderIdentity(context, options.onSignOut)}
        </div>
      </div>
      <main id="content" tabindex="-1">${options.screen}</main>
    </div>`
}

/** Renders the link to the most frequent action, a new payment link: in the navigation, or at the top of a narrow screen. */
function renderCreate(
  context: SignedInContext,
  place: 'top' | 'side',
): TemplateResult | typeof nothing {
  if (!may(context, 'create')) return nothing
  const { newLink } = context.text.nav
  const href = formatRoute({ name: 'newLink', from: null })
  return place === 'top'
    ? html`<a class="icon-button create-top" href=${href} aria-label=${newLink} title=${newLink}>${renderIcon(icons.plus)}</a>`
    : html`<div class="create-row"><a class="button primary create" href=${href}>${renderIcon(icons.plus)}${newLink}</a></div>`
}

function navItems(context: SignedInContext): readonly NavItem[] {
  const { nav } = context.text
  const payments: NavItem = {
    route: { name: 'payments', query: '' },
    label: nav.payments,
    icon: icons.list,
    names: ['payments', 'payment'],
  }
  const links: NavItem = {
    route: { name: 'links', query: '' },
    label: nav.links,
    icon: icons.link,
    names: ['links', 'newLink', 'link', 'editLink'],
  }
  const item = (
    name:
      | 'start'
      | 'destinations'
      | 'payouts'
      | 'payers'
      | 'refunds'
      | 'unmatched'
      | 'clientIds'
      | 'apiKeys'
      | 'webhooks'
      | 'embed'
      | 'branding'
      | 'account',
    icon: SVGTemplateResult,
    more: readonly Route['name'][] = [],
  ): NavItem => ({ route: { name }, label: nav[name], icon, names: [name, ...more] })
  return [
    item('start', icons.start),
    payments,
    links,
    item('destinations', icons.receive),
    item('payouts', icons.payout, [
      'payoutFile',
      'payoutList',
      'payoutCombined',
      'payoutLink',
      'approvals',
      'schedules',
      'newSchedule',
      'schedule',
    ]),
    item('payers', icons.bank, ['offramps', 'offramp']),
    item('refunds', icons.refund, ['refundLink']),
    item('unmatched', icons.unmatched),
    item('clientIds', icons.globe),
    item('apiKeys', icons.key),
    item('webhooks', icons.webhook, ['webhook', 'delivery']),
    // Screens for members who may create or change something.
    ...(may(context, 'create') ? [item('embed', icons.code)] : []),
    ...(may(context, 'manage') ? [item('branding', icons.palette)] : []),
    item('account', icons.person, ['auditLog']),
  ]
}

function renderNavItem({ route, label, icon, names }: NavItem, current: Route): TemplateResult {
  const isCurrent = names.includes(current.name)
  return html`<li>
    <a href=${formatRoute(route)} aria-current=${isCurrent ? 'page' : nothing}>${renderIcon(icon)}${label}</a>
  </li>`
}

function renderIdentity(context: SignedInContext, onSignOut: () => void): TemplateResult {
  const { session, text, settings } = context
  const { address, email } = session
  const who = address === null ? email : maskAddress(address)
  return html`<section class="identity" aria-label=${text.nav.session}>
    <a class="docs" href="${settings.baseUrl}/docs" target="_blank" rel="noopener">${renderIcon(icons.book)}${text.nav.docs}<span class="visually-hidden"> (${text.common.opensNewTab})</span></a>
    ${renderLanguageChoice(context)}
    <div class="who">
      ${renderIcon(session.kind === 'wallet' ? icons.wallet : icons.mail)}
      <span>
        ${session.tenantName === '' ? nothing : html`<strong>${session.tenantName}</strong>`}
        <span class="muted" title=${address ?? email ?? nothing}>${who}</span>
      </span>
    </div>
    <button class="button quiet" type="button" @click=${onSignOut}>${renderIcon(icons.leave)}${text.common.signOut}</button>
  </section>`
}

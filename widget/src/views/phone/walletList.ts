import { html, nothing, type TemplateResult } from 'lit'
import { searchStyles } from '../../styles/searchStyles.ts'
import { walletListStyles } from '../../styles/walletListStyles.ts'
import { plainText } from '../../text/format.ts'
import type { WalletsText } from '../../text/text.ts'
import { type AllowedWallets, findKnownWallets } from '../../wallets/known/knownWallets.ts'
import { renderWalletIcon } from '../shell/elements.ts'
import { icons, renderIcon } from '../shell/icons.ts'
import type { ViewContext } from '../viewContext.ts'

export { enWallets } from '../../text/enWallets.ts'
export { findKnownIcon } from '../../wallets/known/knownWallets.ts'

/** The style sheets of the list. */
export const walletListSheets = [searchStyles, walletListStyles]

/** The list has a search field if there are more wallets than this. */
const MOST_WITHOUT_SEARCH = 6

/** Returns the wallets whose names contain the payer's text. */
export function searchWallets<T extends { readonly name: string }>(
  wallets: readonly T[],
  query: string,
): readonly T[] {
  const wanted = query.trim().toLocaleLowerCase()
  return wallets.filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
}

/** Renders the search field for `total` wallets, of which `found` match; nothing for a short list. */
export function renderSearch(
  { local }: ViewContext,
  words: WalletsText,
  { total, found }: { readonly total: number; readonly found: number },
): TemplateResult | typeof nothing {
  if (total <= MOST_WITHOUT_SEARCH) return nothing
  const onInput = ({ target }: Event): void => {
    if (target instanceof HTMLInputElement) local.searchWallets(target.value)
  }
  return html`<input class="search" type="search" autocomplete="off" spellcheck="false" aria-label=${words.search} placeholder=${words.search} .value=${local.walletQuery} @input=${onInput}>
    <p class="muted small" aria-live="polite" ?hidden=${found > 0}>${found > 0 ? '' : words.noMatch(plainText(local.walletQuery))}</p>`
}

/** Renders links to the pages of the makers whose wallets can pay on the payment's network. */
export function renderWalletLinks(
  context: ViewContext,
  words: WalletsText,
  allowed: AllowedWallets,
  isTitled: boolean,
): TemplateResult | typeof nothing {
  const { model, rail, text, local } = context
  if (model.payment === null) return nothing
  const network = { id: model.payment.network, family: rail.family }
  const all = findKnownWallets(network, allowed)
  if (all.length === 0) return nothing
  const found = searchWallets(all, local.walletQuery)
  return html`<div class="links" role="group" aria-label=${words.getWallet}>
    ${isTitled ? html`<h3>${words.getWallet}</h3>` : nothing}
    ${renderSearch(context, words, { total: all.length, found: found.length })}
    <div class="scroll" ?hidden=${found.length === 0}><ul class="choices">
      ${found.map(
        ({
          name,
          icon,
          installUrl,
        }) => html`<li><a class="choice" href=${installUrl} target="_blank" rel="noopener noreferrer" referrerpolicy="no-referrer">
        ${renderWalletIcon(name, icon)}
        <bdi part="wallet-name" class="grow name">${name}</bdi>
        <span class="visually-hidden"> (${text.opensNewTab})</span>${renderIcon(icons.external, 'chevron directional')}
      </a></li>`,
      )}
    </ul></div>
  </div>`
}

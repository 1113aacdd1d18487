import { maskAddress, renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { TypedFormController } from '../../controllers/TypedFormController.ts'
import { refuseFields } from '../../failure.ts'
import { readForm } from '../../readForm.ts'
import { formatRoute } from '../../routes.ts'
import { renderButton, renderEmpty, renderFailure, renderPageHead } from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { icons } from '../../ui/icons.ts'
import { renderChoice, renderFieldError, renderSelect } from '../../ui/renderField.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { describeNarrowed, type RouteRules, readStored, rulesOf } from '../access/routeRules.ts'
import { AFTER_DUE, isAhead, listEnds, USUAL_DAYS } from './linkEnd.ts'
import { linkStyles } from './linkStyles.ts'
import type { LinkChoices, LinkTarget } from './linkTerms.ts'
import { nameUnmarked } from './nameUnmarked.ts'
import { OrderRowsController } from './OrderRowsController.ts'
import { readLinkChoices, toTarget } from './readLinkChoices.ts'
import { type LinkBody, type PriceOptions, readLinkForm, readPrice } from './readLinkForm.ts'
import { renderAccepts } from './renderAccepts.ts'
import {
  renderCustomerFields,
  renderOrderFields,
  renderPriceFields,
  renderRedirectFields,
} from './renderLinkFields.ts'
import { renderLinkRules } from './renderLinkRules.ts'
import { renderReuseChoice } from './renderReuse.ts'
import '../destinations/console-destination-composer.ts'

/** The choice's value for a wallet that the merchant enters by hand. */
const OTHER = 'other'

/** The form that creates a payment link, optionally as a copy of another link. */
export class ConsoleLinkForm extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, linkStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    from: {},
    chosen: { state: true },
    other: { state: true },
    isReusable: { state: true },
    expiry: { state: true },
    takesFee: { state: true },
  }

  /** The link that the form copies; null for an empty form. */
  declare from: string | null
  /** A destination ID, or `other`; null for the first destination. */
  declare chosen: string | null
  /** The destination that the merchant composed by hand; null while it is incomplete. */
  declare other: string | null
  /** The merchant's choice; null before the merchant has chosen. */
  declare isReusable: boolean | null
  /** The chosen expiry; null before the merchant has chosen, while the expiry follows the due date. */
  declare expiry: string | null
  /** The merchant's choice; null before the merchant has chosen. */
  declare takesFee: boolean | null
  readonly #rows = new OrderRowsController(this)
  readonly #typed = new TypedFormController(this)
  readonly #choices = new LoadController<LinkChoices>(this, (signal) =>
    readLinkChoices(this.context, { from: this.from, signal }),
  )

  constructor() {
    super()
    this.from = null
    this.chosen = null
    this.other = null
    this.isReusable = null
    this.expiry = null
    this.takesFee = null
  }

  protected override render(): TemplateResult {
    const { form } = this.context.text.links
    return html`<div class="page">
      <a class="crumb" href=${formatRoute({ name: 'links', query: '' })}>${renderIcon(icons.back, 'small')}${form.back}</a>
      ${renderPageHead({ title: form.title, lead: this.from === null ? form.lead : form.copyOf })}
      ${renderLoaded(this, this.#choices, (choices) =>
        choices.networks.length === 0
          ? renderEmpty({ icon: icons.receive, title: form.title, text: form.noNetworks })
          : this.#renderForm(choices),
      )}
    </div>`
  }

  #renderForm(choices: LinkChoices): TemplateResult {
    const { form, reuse } = this.context.text.links
    const isReusable = this.#isReusable(choices)
    const { submit } = this
    const failure = submit.failureOf('create')
    return html`<form novalidate
      @submit=${(event: Event) => this.#send(event, choices)}
      @input=${(event: Event) => this.#recheck(event, choices)}
      @change=${(event: Event) => this.#recheck(event, choices)}
    >
      <section class="card" aria-labelledby="amount-title">
        <h2 id="amount-title">${form.amount}</h2>
        ${this.#renderPrice(choices)} ${this.#renderTargets(choices)}
        ${renderAccepts(this, {
          target: this.#target(choices),
          price: this.#fiatPrice(choices),
          networks: choices.networks,
          chosen: choices.draft.accepts,
          failure,
        })}
        ${renderReuseChoice(this, {
          isReusable,
          onChoose: (chosen) => {
            this.isReusable = chosen
          },
        })}
      </section>
      <section class="card" aria-labelledby="for-title">
        <h2 id="for-title">${form.forWhat}</h2>
        ${renderOrderFields(this, { draft: choices.draft, failure, typed: this.#typed })}
      </section>
      <section class="card" aria-labelledby="customer-title">
        <div>
          <h2 id="customer-title">${form.customer}</h2>
          <p class="hint">${isReusable ? reuse.noCustomer : form.customerHint}</p>
        </div>
        ${isReusable ? nothing : renderCustomerFields(this, { draft: choices.draft, failure })}
      </section>
      <section class="card" aria-labelledby="options-title">
        <h2 id="options-title">${form.options}</h2>
        ${this.#renderOptions(choices)}
      </section>
      ${renderFailure(this, nameUnmarked(failure))}
      <div class="form-actions">
        ${renderButton({ label: form.create, kind: 'primary', isBusy: submit.pending === 'create' })}
      </div>
    </form>`
  }

  #renderPrice(choices: LinkChoices): TemplateResult {
    const { form } = this.context.text.links
    const currencies = this.#currencies(choices)
    const currency = this.#currency(choices)
    const target = this.#target(choices)
    const hint =
      target === null ? {} : { hint: form.currencyHint(target.token.symbol, target.network.name) }
    const select = renderSelect(this, {
      name: 'currency',
      label: form.currency,
      value: currency?.currencyId,
      choices: currencies.map(({ currencyId, symbol }) => [currencyId, symbol] as const),
      failure: null,
      ...hint,
    })
    return renderPriceFields(this, {
      draft: choices.draft,
      rows: this.#rows,
      typed: this.#typed,
      currency,
      select,
      failure: this.submit.failureOf('create'),
    })
  }

  #renderTargets(choices: LinkChoices): TemplateResult {
    const { form } = this.context.text.links
    const failure = this.submit.failureOf('create')
    const chosen = this.#chosen(choices)
    const onComposed = ({ detail }: CustomEvent<string | null>): void => {
      this.other = detail
    }
    return html`<fieldset aria-describedby=${failure?.fields['target'] ? 'target-error' : nothing}>
      <legend>${form.where}</legend>
      ${
        choices.targets.length === 0
          ? nothing
          : html`<div>
              ${choices.targets.map((target) => this.#renderTarget(target, chosen))}
              ${renderChoice({
                type: 'radio',
                name: 'target',
                value: OTHER,
                label: form.other,
                isChecked: chosen === OTHER,
                onChange: () => {
                  this.chosen = OTHER
                },
              })}
            </div>`
      }
      ${
        chosen === OTHER
          ? html`<div class="inset"><console-destination-composer .context=${this.context} .firstWallet=${this.context.session.address} @composed=${onComposed}></console-destination-composer></div>`
          : nothing
      }
      ${renderFieldError('target', failure)}
    </fieldset>`
  }

  #renderTarget(target: LinkTarget, chosen: string): TemplateResult {
    const { form } = this.context.text.links
    const { destinationId, token, network, walletAddress, owner } = target
    const owners = { own: form.yours, member: form.member, copied: form.copied }
    return renderChoice({
      type: 'radio',
      name: 'target',
      value: destinationId,
      label: form.route(token.symbol, network.name),
      hint: html`<code title=${walletAddress}>${maskAddress(walletAddress)}</code>, ${owners[owner]}`,
      isChecked: chosen === destinationId,
      onChange: () => {
        this.chosen = destinationId
      },
    })
  }

  #renderOptions(choices: LinkChoices): TemplateResult {
    const { draft } = choices
    const { form } = this.context.text.links
    const failure = this.submit.failureOf('create')
    const { text, now } = this.context
    const options = { nowMs: now(), text }
    const dueDate = this.#typed.text('dueDate')
    const usual = isAhead(dueDate, options) ? AFTER_DUE : String(USUAL_DAYS)
    return html`<div class="medium">
        ${renderSelect(this, {
          name: 'expiry',
          label: form.expiry,
          value: this.expiry ?? usual,
          choices: listEnds(dueDate, options),
          onChange: (chosen) => {
            this.expiry = chosen
          },
          failure,
        })}
      </div>
      ${renderRedirectFields(this, { draft, failure })}
      ${renderLinkRules(this, {
        draft,
        currency: this.#currency(choices),
        amount: readPrice(this.#typed, this.#priceOptions(choices)).amount,
        takesFee: this.#takesFee(choices),
        onFee: () => {
          this.takesFee = !this.#takesFee(choices)
        },
        typed: this.#typed,
        route: this.#route(choices),
        failure,
      })}`
  }

  /** Returns the rules of the chosen route; null before the merchant has chosen one. */
  #route(choices: LinkChoices): RouteRules {
    const target = this.#target(choices)
    if (target === null) return null
    const { walletAddress, network, token } = target
    const { chainId } = network
    return rulesOf(choices.routes, { walletAddress, chainId, tokenAddress: token.address })
  }

  #takesFee({ draft }: LinkChoices): boolean {
    return this.takesFee ?? draft.fee !== null
  }

  #isReusable({ draft }: LinkChoices): boolean {
    return this.isReusable ?? draft.isReusable
  }

  #chosen({ targets, draft }: LinkChoices): string {
    return this.chosen ?? draft.destinationId ?? targets[0]?.destinationId ?? OTHER
  }

  #target(choices: LinkChoices): LinkTarget | null {
    const chosen = this.#chosen(choices)
    const { targets, networks } = choices
    if (chosen !== OTHER) {
      return targets.find(({ destinationId }) => destinationId === chosen) ?? null
    }
    return this.other === null
      ? null
      : (toTarget(this.other, { networks, owner: 'member' })[0] ?? null)
  }

  /**
   * Returns the price currencies that payers can pay in the target's token: fiat first, then the token. Without a
   * target, returns every fiat currency.
   */
  #currencies(choices: LinkChoices) {
    const target = this.#target(choices)
    if (target === null) return choices.fiat
    const { token } = target
    return [...choices.fiat.filter(({ payableIn }) => payableIn.has(token.currencyId)), token]
  }

  /** Returns the price's currency if it is fiat: only such a price can be paid in several currencies. */
  #fiatPrice(choices: LinkChoices) {
    const id = this.#currency(choices)?.currencyId
    return choices.fiat.find(({ currencyId }) => currencyId === id) ?? null
  }

  #currency(choices: LinkChoices) {
    const currencies = this.#currencies(choices)
    const typed = this.#typed.text('currency') || choices.draft.currencyId
    const wanted = [typed, choices.reportingCurrency]
    const found = wanted.flatMap(
      (id) => currencies.find(({ currencyId }) => currencyId === id) ?? [],
    )
    return found[0] ?? currencies[0] ?? null
  }

  /** Validates a rejected form again while the merchant corrects it. */
  #recheck(event: Event, choices: LinkChoices): void {
    if (this.submit.failureOf('create') === null) return
    const read = this.#read(readForm(event), choices)
    this.submit.recheck('create', 'fields' in read ? read.fields : {})
  }

  async #send(event: Event, choices: LinkChoices): Promise<void> {
    const { client, text, navigate, announce } = this.context
    const read = this.#read(readForm(event), choices)
    if ('fields' in read) {
      this.submit.refuse('create', refuseFields(read.fields, text))
      await focusFirstInvalid(this)
      return
    }
    const body: LinkBody = read.body
    const created = await this.submit.run('create', () => client.securePayments.create({ body }))
    if (created === null) {
      await focusFirstInvalid(this)
      return
    }
    const stored = await readStored(this.context, created.requestIds[0])
    const narrowed = describeNarrowed(body.accessPolicy ?? null, stored, text)
    announce(narrowed ?? text.links.form.created)
    navigate({ name: 'link', token: created.token })
  }

  #read(form: ReturnType<typeof readForm>, choices: LinkChoices) {
    return readLinkForm(form, {
      ...this.#priceOptions(choices),
      target: this.#target(choices),
      isReusable: this.#isReusable(choices),
      takesFee: this.#takesFee(choices),
      route: this.#route(choices),
    })
  }

  #priceOptions(choices: LinkChoices): PriceOptions {
    const { text, format, now } = this.context
    return {
      currency: this.#currency(choices),
      rows: this.#rows.read(choices.draft.order.lines),
      locale: navigator.language,
      nowMs: now(),
      text,
      writeMoney: (amount, symbol) => format.money(amount, symbol, 0),
    }
  }
}

customElements.define('console-link-form', ConsoleLinkForm)

declare global {
  interface HTMLElementTagNameMap {
    'console-link-form': ConsoleLinkForm
  }
}

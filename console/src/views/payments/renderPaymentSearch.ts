import { html, type TemplateResult } from 'lit'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { readForm } from '../../readForm.ts'
import type { Route } from '../../routes.ts'
import { renderButton, renderFailure } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderInput } from '../../ui/renderField.ts'
import { findPayment } from './findPayment.ts'

/** The name of the search in the submit controller. */
const SEARCH = 'search'

/** Renders the field that finds a payment by any of its details. `onFind` receives the result's screen. */
export function renderPaymentSearch(
  view: ConsoleView<SignedInContext>,
  onFind: (route: Route) => void,
): TemplateResult {
  const { payments } = view.context.text
  const send = async (event: Event): Promise<void> => {
    const typed = readForm(event).text('search')
    // An empty field does not search, so the filters stay.
    if (typed === '') return
    const { currentTarget } = event
    const route = await view.submit.run(SEARCH, () => findPayment(view.context, typed))
    if (route === null) return
    // A chip shows the search from now on.
    if (currentTarget instanceof HTMLFormElement) currentTarget.reset()
    onFind(route)
  }
  return html`<form class="search-line" role="search" novalidate @submit=${send}>
      ${renderInput(view, {
        name: 'search',
        label: payments.search,
        hint: payments.searchHint,
        isOptional: true,
        isUnmarked: true,
        maxLength: 255,
        failure: null,
      })}
      ${renderButton({
        label: payments.find,
        icon: icons.search,
        kind: 'primary',
        isBusy: view.submit.pending === SEARCH,
      })}
    </form>
    ${renderFailure(view, view.submit.failureOf(SEARCH))}`
}

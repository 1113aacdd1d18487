import type { LitElement } from 'lit'

/** Moves the focus to the first rejected field. */
export async function focusInvalid(element: LitElement): Promise<void> {
  await element.updateComplete
  element.renderRoot.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}

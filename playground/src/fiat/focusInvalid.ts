import type { LitElement } from 'lit'

/** Puts the focus on the first field that was refused. */
export async function focusInvalid(element: LitElement): Promise<void> {
  await element.updateComplete
  element.renderRoot.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}

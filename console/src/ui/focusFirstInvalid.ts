/** Moves the focus to the first field that is marked as invalid, once the marks are rendered. */
export async function focusFirstInvalid(view: {
  readonly updateComplete: Promise<boolean>
  readonly renderRoot: HTMLElement | DocumentFragment
}): Promise<void> {
  await view.updateComplete
  view.renderRoot.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

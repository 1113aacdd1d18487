/** Moves the focus between the rows of a table with the arrow keys, as in desktop lists. */
export function moveRowFocus(event: KeyboardEvent): void {
  const { currentTarget, target, key } = event
  if (!(currentTarget instanceof HTMLElement) || !(target instanceof HTMLElement)) return
  const links = [...currentTarget.querySelectorAll<HTMLElement>('a.open')]
  const current = links.findIndex((link) => target.closest('tr')?.contains(link))
  const next = {
    ArrowDown: links[current + 1],
    ArrowUp: links[Math.max(0, current - 1)],
    Home: links[0],
    End: links.at(-1),
  }[key]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

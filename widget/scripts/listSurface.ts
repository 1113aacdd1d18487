/** The part of custom-elements.json that pages rely on. */
export type Surface = {
  readonly attributes?: readonly Named[]
  readonly members?: readonly (Named & {
    readonly kind: string
    readonly static?: boolean
    readonly readonly?: boolean
    readonly parameters?: readonly Named[]
    readonly return?: { readonly type?: { readonly text: string } }
  })[]
  readonly events?: readonly Named[]
  readonly slots?: readonly Named[]
  readonly cssParts?: readonly Named[]
  readonly cssStates?: readonly Named[]
  readonly cssProperties?: readonly Named[]
}

type Named = { readonly name: string; readonly type?: { readonly text: string } }

/** Returns the public surface, sorted, one line per member: `attribute token: string`. */
export function listSurface(element: Surface): string[] {
  const named = (kind: string, list: readonly Named[] = []): string[] =>
    list.map(({ name, type }) => `${kind} ${name || '(default)'}${type ? `: ${type.text}` : ''}`)
  const members = (element.members ?? []).map((member) => {
    const scope = member.static ? 'static ' : ''
    if (member.kind !== 'method') {
      const access = member.readonly ? 'readonly ' : ''
      return `${scope}${access}property ${member.name}: ${member.type?.text ?? ''}`
    }
    const params = (member.parameters ?? []).map(({ name, type }) => `${name}: ${type?.text ?? ''}`)
    return `${scope}method ${member.name}(${params.join(', ')}): ${member.return?.type?.text ?? 'void'}`
  })
  return [
    ...named('attribute', element.attributes),
    ...members,
    ...named('event', element.events),
    ...named('slot', element.slots),
    ...named('part', element.cssParts),
    ...named('state', element.cssStates),
    ...named('variable', element.cssProperties),
  ].sort()
}

import { type Studio, UNCHANGED, WIDTHS } from './design.ts'
import { knobs, readChoice, writeChoice } from './knobs.ts'

const DIRECTIONS = ['auto', 'ltr', 'rtl'] as const

/** Returns the fragment of the page's address that restores a design: `#preview-state=review&theme=dark&--sp-radius=0`. */
export function writeHash({ design, preview }: Studio): string {
  const query = new URLSearchParams()
  for (const key of ['state', 'dir', 'width'] as const) {
    if (preview[key] !== UNCHANGED.preview[key]) query.set(`preview-${key}`, preview[key])
  }
  for (const knob of knobs) {
    const value = readChoice(design, knob)
    if (value !== undefined) query.set(knob.key, value)
  }
  return query.toString()
}

/** Reads the design from a fragment. Ignores unknown or invalid parts: a link is untrusted. */
export function readHash(hash: string, states: readonly string[]): Studio {
  const query = new URLSearchParams(hash.replace(/^#/, ''))
  const state = query.get('preview-state') ?? ''
  const dir = DIRECTIONS.find((each) => each === query.get('preview-dir'))
  const width = WIDTHS.find((each) => each === query.get('preview-width'))
  let { design } = UNCHANGED
  for (const knob of knobs) {
    const value = query.get(knob.key)
    if (value !== null) design = writeChoice(design, knob, value)
  }
  return {
    design,
    preview: {
      state: states.includes(state) ? state : UNCHANGED.preview.state,
      dir: dir ?? UNCHANGED.preview.dir,
      width: width ?? UNCHANGED.preview.width,
    },
  }
}

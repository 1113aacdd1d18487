import {
  type BrandColours,
  contrastPairs,
  deriveBrandTheme,
  MIN_TEXT_CONTRAST,
  PAGE_COLOUR,
} from '@secure-payment/core'
import type { BrandingRecord } from '../../api.ts'
import type { Text } from '../../text/text.ts'

/** The names of the colours, in the order of their fields. */
export const COLOUR_NAMES = [
  'primaryActionColor',
  'pageBackgroundColor',
  'cardBackgroundColor',
  'primaryTextColor',
  'secondaryTextColor',
] as const

/** A colour's name. */
export type ColourName = (typeof COLOUR_NAMES)[number]

type TextName =
  | ColourName
  | 'termsUrl'
  | 'privacyUrl'
  | 'supportUrl'
  | 'supportEmail'
  | 'fontFamily'
  | 'fontUrl'

type DraftTexts = Readonly<Record<TextName, string>>

/** A branding that is being edited: the texts of its fields. */
export type Draft = DraftTexts & {
  /** A data: URL of a new logo; null removes it; undefined keeps it. */
  readonly logo: string | null | undefined
  readonly displaysService: boolean
}

/** Returns the initial draft of a saved branding. */
export function draftOf(record: BrandingRecord): Draft {
  const { displayRequestBranding: displaysService } = record
  return { ...readTexts(record), logo: undefined, displaysService }
}

/** Reads a draft that was stored as JSON; null for anything else. */
export function readDraft(value: unknown): Draft | null {
  if (typeof value !== 'object' || value === null) return null
  const logo: unknown = Reflect.get(value, 'logo')
  const displaysService: unknown = Reflect.get(value, 'displaysService')
  if (typeof displaysService !== 'boolean') return null
  const isKept = typeof logo !== 'string' && logo !== null
  return { ...readTexts(value), logo: isKept ? undefined : logo, displaysService }
}

/** Reads the fields' texts; a member that is not text becomes empty. */
function readTexts(from: object): DraftTexts {
  const text = (name: keyof DraftTexts): string => {
    const found: unknown = Reflect.get(from, name)
    return typeof found === 'string' ? found : ''
  }
  return {
    primaryActionColor: text('primaryActionColor'),
    pageBackgroundColor: text('pageBackgroundColor'),
    cardBackgroundColor: text('cardBackgroundColor'),
    primaryTextColor: text('primaryTextColor'),
    secondaryTextColor: text('secondaryTextColor'),
    termsUrl: text('termsUrl'),
    privacyUrl: text('privacyUrl'),
    supportUrl: text('supportUrl'),
    supportEmail: text('supportEmail'),
    fontFamily: text('fontFamily'),
    fontUrl: text('fontUrl'),
  }
}

/** Returns the valid colours of a draft. */
export function coloursOf(draft: Draft): BrandColours {
  const colour = (name: ColourName) => {
    const text = draft[name].trim().toLowerCase()
    return isColour(text) ? text : null
  }
  return {
    pageBackgroundColor: colour('pageBackgroundColor'),
    cardBackgroundColor: colour('cardBackgroundColor'),
    primaryActionColor: colour('primaryActionColor'),
    primaryTextColor: colour('primaryTextColor'),
    secondaryTextColor: colour('secondaryTextColor'),
  }
}

/** Returns whether a text is a colour that the service accepts. */
function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/** Finds the errors that prevent saving a draft, by field; empty if there are none. */
export function findFaults(draft: Draft, { branding }: Pick<Text, 'branding'>) {
  const faults: Record<string, string> = {}
  for (const name of COLOUR_NAMES) {
    const text = draft[name].trim()
    if (text !== '' && !isColour(text)) faults[name] = branding.noColour
  }
  for (const { foreground, ratio } of contrastPairs(coloursOf(draft))) {
    if (foreground === 'buttonText' || ratio >= MIN_TEXT_CONTRAST) continue
    faults[foreground] ??= branding.tooLow(formatRatio(ratio))
  }
  return faults
}

/** Returns the contrast between a field's colours; null if the field has no contrast. */
export function ratioOf(draft: Draft, name: ColourName): number | null {
  const front = name === 'primaryActionColor' ? 'buttonText' : name
  return (
    contrastPairs(coloursOf(draft)).find(({ foreground }) => foreground === front)?.ratio ?? null
  )
}

/** Returns a ratio with two decimals, never rounded up. */
export function formatRatio(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2)
}

/** Returns the colours that the pickers show: the chosen ones, and the derived light theme's colours for the others. */
export function shownColours(draft: Draft): Readonly<Record<ColourName, string>> {
  const { light, page } = deriveBrandTheme(coloursOf(draft))
  return {
    primaryActionColor: light.primary,
    pageBackgroundColor: page.light ?? PAGE_COLOUR,
    cardBackgroundColor: light.surface,
    primaryTextColor: light.text,
    secondaryTextColor: light['text-muted'],
  }
}

/**
 * Returns the support address of a field's text; null for empty text. Adds `mailto:` to an e-mail address, which people usually write
 * without its scheme.
 */
function supportUrlOf(text: string): string | null {
  if (text === '') return null
  return /^[^\s@:/]+@[^\s@:/]+$/.test(text) ? `mailto:${text}` : text
}

/** Returns the body for the call that saves a draft. */
export function bodyOf(draft: Draft) {
  const text = (value: string) => (value.trim() === '' ? null : value.trim())
  return {
    ...coloursOf(draft),
    termsUrl: text(draft.termsUrl),
    privacyUrl: text(draft.privacyUrl),
    supportUrl: supportUrlOf(draft.supportUrl.trim()),
    supportEmail: text(draft.supportEmail),
    fontFamily: text(draft.fontFamily),
    fontUrl: text(draft.fontUrl),
    displayRequestBranding: draft.displaysService,
    ...(draft.logo === undefined ? {} : { logo: draft.logo }),
  }
}

import {
  type BrandColours,
  contrastPairs,
  deriveBrandTheme,
  MIN_TEXT_CONTRAST,
  PAGE_COLOUR,
} from '@secure-payment/core'
import type { BrandingRecord } from '../../api.ts'
import type { Text } from '../../text/text.ts'

/** Names of the colours, in the order of their fields. */
export const COLOUR_NAMES = [
  'primaryActionColor',
  'pageBackgroundColor',
  'cardBackgroundColor',
  'primaryTextColor',
  'secondaryTextColor',
] as const

/** One of them. */
export type ColourName = (typeof COLOUR_NAMES)[number]

/** A branding as it is being written: texts of fields. */
export type Draft = Readonly<
  Record<ColourName | 'termsUrl' | 'privacyUrl' | 'supportUrl', string>
> & {
  /** A data: URL of a new logo; null: it is to be removed; undefined: it stays. */
  readonly logo: string | null | undefined
  readonly displaysService: boolean
}

/** The draft that a saved branding begins with. */
export function draftOf(record: BrandingRecord): Draft {
  return {
    primaryActionColor: record.primaryActionColor ?? '',
    pageBackgroundColor: record.pageBackgroundColor ?? '',
    cardBackgroundColor: record.cardBackgroundColor ?? '',
    primaryTextColor: record.primaryTextColor ?? '',
    secondaryTextColor: record.secondaryTextColor ?? '',
    termsUrl: record.termsUrl ?? '',
    privacyUrl: record.privacyUrl ?? '',
    supportUrl: record.supportUrl ?? '',
    logo: undefined,
    displaysService: record.displayRequestBranding,
  }
}

/** A draft that was kept as JSON; null for anything else. */
export function readDraft(value: unknown): Draft | null {
  if (typeof value !== 'object' || value === null) return null
  const member = (name: string): unknown => Reflect.get(value, name)
  const text = (name: string): string => {
    const found = member(name)
    return typeof found === 'string' ? found : ''
  }
  const [logo, displaysService] = [member('logo'), member('displaysService')]
  if (typeof displaysService !== 'boolean') return null
  return {
    primaryActionColor: text('primaryActionColor'),
    pageBackgroundColor: text('pageBackgroundColor'),
    cardBackgroundColor: text('cardBackgroundColor'),
    primaryTextColor: text('primaryTextColor'),
    secondaryTextColor: text('secondaryTextColor'),
    termsUrl: text('termsUrl'),
    privacyUrl: text('privacyUrl'),
    supportUrl: text('supportUrl'),
    logo: typeof logo === 'string' || logo === null ? logo : undefined,
    displaysService,
  }
}

/** The colours of a draft, as far as they are colours already. */
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

/** Whether a text is a colour as the service takes it. */
export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/** What keeps a draft from being saved, by field; empty when nothing does. */
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

/** The contrast of what a field is about; null where there is none to tell. */
export function ratioOf(draft: Draft, name: ColourName): number | null {
  const front = name === 'primaryActionColor' ? 'buttonText' : name
  return (
    contrastPairs(coloursOf(draft)).find(({ foreground }) => foreground === front)?.ratio ?? null
  )
}

/** Two decimals, never rounded up to what it is not. */
export function formatRatio(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2)
}

/** What a field of colour shows where none was chosen: the one that the page has on a light page, which other choices may change. */
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

/** An e-mail address is written without its scheme as a rule. */
function supportUrlOf(text: string): string | null {
  if (text === '') return null
  return /^[^\s@:/]+@[^\s@:/]+$/.test(text) ? `mailto:${text}` : text
}

/** The body that saves a draft. */
export function bodyOf(draft: Draft) {
  const text = (value: string) => (value.trim() === '' ? null : value.trim())
  return {
    ...coloursOf(draft),
    termsUrl: text(draft.termsUrl),
    privacyUrl: text(draft.privacyUrl),
    supportUrl: supportUrlOf(draft.supportUrl.trim()),
    displayRequestBranding: draft.displaysService,
    ...(draft.logo === undefined ? {} : { logo: draft.logo }),
  }
}

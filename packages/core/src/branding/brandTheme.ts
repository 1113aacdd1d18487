import { contrastRatio, inkOn, MIN_TEXT_CONTRAST, mixColours } from './contrast.ts'

/** The colours that a merchant chose, each `#rrggbb` or null. The colours are for light pages, unless the card itself is dark. */
export type BrandColours = {
  readonly pageBackgroundColor: string | null
  readonly cardBackgroundColor: string | null
  readonly primaryActionColor: string | null
  readonly primaryTextColor: string | null
  readonly secondaryTextColor: string | null
}

/** Every colour of the payment element, by the name of its design token. */
export type ThemeColours = {
  readonly primary: string
  readonly 'on-primary': string
  /** Text in the primary colour. */
  readonly link: string
  readonly surface: string
  readonly 'surface-raised': string
  readonly text: string
  readonly 'text-muted': string
  readonly border: string
  /** Dividing lines, stronger than borders. */
  readonly rule: string
  readonly 'control-border': string
  readonly focus: string
  readonly success: string
  readonly warning: string
  readonly danger: string
  readonly 'primary-surface': string
  readonly 'success-surface': string
  readonly 'warning-surface': string
  readonly 'danger-surface': string
}

/**
 * The theme derived from a merchant's colours. It has the colours of the element for a light page and a dark one, and of the hosted page
 * around it.
 */
export type BrandTheme = {
  readonly light: ThemeColours
  readonly dark: ThemeColours
  /** The colours of the hosted page; null keeps the page's own colour. */
  readonly page: { readonly light: string | null; readonly dark: string | null }
}

/** A pair of a merchant's colours: a text colour and its background. */
export type BrandPair = {
  readonly foreground: keyof BrandColours | 'buttonText'
  readonly background: keyof BrandColours
  readonly ratio: number
}

type Base = Pick<
  ThemeColours,
  'primary' | 'surface' | 'text' | 'text-muted' | 'success' | 'warning' | 'danger'
>

/** The element's own colours; an element test compares them with its design tokens. */
export const OWN_COLOURS: Readonly<Record<'light' | 'dark', Base>> = {
  light: {
    primary: '#17223f',
    surface: '#ffffff',
    text: '#14171f',
    'text-muted': '#5a6273',
    success: '#0a7a43',
    warning: '#8a5300',
    danger: '#b3261e',
  },
  dark: {
    primary: '#e8ecf6',
    surface: '#15171c',
    text: '#eef0f5',
    'text-muted': '#a0a8b8',
    success: '#4fd08b',
    warning: '#f0b555',
    danger: '#ff9a92',
  },
}

/** The colour around the card on a light page without a merchant's choice; a host test compares it with the page's style sheet. */
export const PAGE_COLOUR = '#f4f5f7'

/** Minimum contrast of marks without text, and of a button next to its card: WCAG 2.2, success criterion 1.4.11. */
const MIN_MARK_CONTRAST = 3
/** One step from a colour towards black or white. */
const STEP = 0.02

/**
 * Returns the pairs of a merchant's colours that form text and background, with their contrasts. The element's own colour replaces a
 * missing one. Button text is black or white, whichever is more readable.
 */
export function contrastPairs(colours: BrandColours): readonly BrandPair[] {
  const base = OWN_COLOURS[schemeOf(colours)]
  const card = colours.cardBackgroundColor ?? base.surface
  const action = colours.primaryActionColor ?? base.primary
  return [
    {
      foreground: 'primaryTextColor',
      background: 'cardBackgroundColor',
      ratio: contrastRatio(colours.primaryTextColor ?? base.text, card),
    },
    {
      foreground: 'secondaryTextColor',
      background: 'cardBackgroundColor',
      ratio: contrastRatio(colours.secondaryTextColor ?? base['text-muted'], card),
    },
    {
      foreground: 'buttonText',
      background: 'primaryActionColor',
      ratio: contrastRatio(inkOn(action), action),
    },
  ]
}

/**
 * Derives a whole theme from a merchant's colours. Chosen colours stay unchanged on a light page and, if the card is dark, on a dark page
 * too. All other colours are derived so that each text has a contrast of at least 4.5:1 and each mark 3:1. With a light card, a dark page
 * keeps the element's own dark card. Of the merchant's colours, that card uses only the button colour, lightened where it would not stand
 * out from the card.
 */
export function deriveBrandTheme(colours: BrandColours): BrandTheme {
  const own = schemeOf(colours)
  const chosen = derive(OWN_COLOURS[own], colours)
  const { pageBackgroundColor: page } = colours
  const isDarkPage = page !== null && inkOn(page) === '#ffffff'
  return {
    light: chosen,
    dark: own === 'dark' ? chosen : deriveDark(colours),
    page: { light: page, dark: isDarkPage ? page : null },
  }
}

function deriveDark({ primaryActionColor }: BrandColours): ThemeColours {
  const base = OWN_COLOURS.dark
  const action =
    primaryActionColor === null
      ? null
      : adjust(primaryActionColor, [base.surface], MIN_MARK_CONTRAST)
  return derive(base, { ...NOTHING, primaryActionColor: action })
}

const NOTHING: BrandColours = {
  pageBackgroundColor: null,
  cardBackgroundColor: null,
  primaryActionColor: null,
  primaryTextColor: null,
  secondaryTextColor: null,
}

/** Returns the scheme whose default colours match a merchant's card. */
function schemeOf({ cardBackgroundColor }: BrandColours): 'light' | 'dark' {
  return cardBackgroundColor !== null && inkOn(cardBackgroundColor) === '#ffffff' ? 'dark' : 'light'
}

function derive(base: Base, colours: BrandColours): ThemeColours {
  const surface = colours.cardBackgroundColor ?? base.surface
  const primary = colours.primaryActionColor ?? base.primary
  const text = colours.primaryTextColor ?? adjust(base.text, [surface], MIN_TEXT_CONTRAST)
  const muted =
    colours.secondaryTextColor ?? adjust(base['text-muted'], [surface], MIN_TEXT_CONTRAST)
  const tint = (colour: string) => tinted(surface, colour, [text, inkOn(surface)])
  const raised = tinted(surface, text, [text, muted, inkOn(surface)], 0.05)
  const onTint = (colour: string, backs: readonly string[]) =>
    adjust(colour, backs, MIN_TEXT_CONTRAST)
  const surfaces = {
    primary: tint(primary),
    success: tint(base.success),
    warning: tint(base.warning),
    danger: tint(base.danger),
  }
  const link = onTint(primary, [surface, raised, surfaces.primary])
  return {
    primary,
    'on-primary': inkOn(primary),
    link,
    surface,
    'surface-raised': raised,
    text,
    'text-muted': muted,
    border: mixColours(surface, text, 0.12),
    rule: mixColours(surface, text, 0.22),
    'control-border': adjust(mixColours(surface, text, 0.45), [surface, raised], MIN_MARK_CONTRAST),
    focus: link,
    success: onTint(base.success, [surface, surfaces.success]),
    warning: onTint(base.warning, [surface, surfaces.warning]),
    danger: onTint(base.danger, [surface, raised, surfaces.danger]),
    'primary-surface': surfaces.primary,
    'success-surface': surfaces.success,
    'warning-surface': surfaces.warning,
    'danger-surface': surfaces.danger,
  }
}

/** Mixes a colour into the surface, up to `most`, as far as the text on it stays readable. */
function tinted(surface: string, colour: string, fronts: readonly string[], most = 0.1): string {
  for (let share = most; share > 0; share -= 0.01) {
    const back = mixColours(surface, colour, share)
    if (fronts.every((front) => contrastRatio(front, back) >= MIN_TEXT_CONTRAST)) return back
  }
  return surface
}

/** Returns the colour if it is readable on all `backs`, otherwise the nearest readable colour on the way to the first background's ink. */
function adjust(colour: string, backs: readonly string[], contrast: number): string {
  const ink = inkOn(backs[0] ?? colour)
  for (let share = 0; share < 1; share += STEP) {
    const candidate = mixColours(colour, ink, share)
    if (backs.every((back) => contrastRatio(candidate, back) >= contrast)) return candidate
  }
  return ink
}

import PDFDocument from 'pdfkit'
import type { FontChain, Fonts } from './fonts.ts'
import {
  isArabic,
  type Run,
  shapeLine,
  simplify,
  splitByFont,
  withoutControls,
} from './shapeText.ts'

/** The look of a text. */
export type Style = {
  size: number
  isBold?: boolean
  colour?: string
  /** `auto`: the direction of the text's first letter; otherwise that of the receipt. */
  isIsolated?: boolean
  align?: 'start' | 'end'
}

/** A part of the page's width; `start` counts from the edge at which lines in the receipt's language begin. */
export type Column = { start: number; width: number }

export const INK = '#14171f'
export const MUTED = '#5a6273'
const RULE = '#d4d8e0'

const MARGIN = 48
const FOOTER = 28
const LINE_HEIGHT = 1.45
/** No receipt needs more pages: 100 lines and 200 items fit. */
const MAX_PAGES = 60

/** The maximum number of cached widths. */
const MAX_WIDTHS = 20_000

/** The metadata of a PDF, and its direction. */
type Facts = { title: string; language: string; isRightToLeft: boolean; date: Date }

/** A receipt has more pages than the limit. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError'
}

/** Pages of paper, filled from top to bottom in the direction of the receipt's language. */
export class Sheet {
  readonly pdf: PDFKit.PDFDocument
  /** The width between the margins. */
  readonly width: number
  y = MARGIN
  private readonly facts: Facts
  private readonly fonts: Fonts
  private readonly named = new Set<string>()
  private pages = 0
  /** The widths of texts at size 1, by font. */
  private readonly widths = new Map<string, number>()

  constructor(facts: Facts, fonts: Fonts) {
    this.facts = facts
    this.fonts = fonts
    this.pdf = new PDFDocument({
      size: 'A4',
      // Without this setting, the library would look for a standard font's file in its package.
      font: '',
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      lang: facts.language,
      displayTitle: true,
      pdfVersion: '1.7',
      // The date is the receipt's, so that the same content has the same bytes.
      info: { Title: facts.title, Creator: 'Secure Payment', CreationDate: facts.date },
    })
    this.addPage()
    this.width = this.pdf.page.width - 2 * MARGIN
  }

  private addPage(): void {
    this.pages += 1
    if (this.pages > MAX_PAGES) throw new TooLongError('The receipt is too long for a PDF.')
    this.pdf.addPage()
    this.y = MARGIN
  }

  /** Begins a new page if less than `height` is left. */
  ensure(height: number): void {
    if (this.y + height > this.pdf.page.height - MARGIN - FOOTER) this.addPage()
  }

  /** Returns the left edge of a column. */
  left({ start, width }: Column): number {
    return this.facts.isRightToLeft ? this.pdf.page.width - MARGIN - start - width : MARGIN + start
  }

  /** Returns the lines of a text in a column, and their height. */
  layOut(
    text: string,
    { width }: Column,
    style: Style,
  ): { lines: readonly string[]; height: number } {
    const chain = this.fonts.chainFor(text, style.isBold === true)
    const lines = simplify(text, chain)
      .split('\n')
      .flatMap((line) => this.wrap(line, width, { chain, size: style.size }))
    return { lines, height: lines.length * style.size * LINE_HEIGHT }
  }

  /** Writes a text into a column at a height; the lines must fit on the page. Returns the text's height. */
  write(text: string, column: Column, style: Style, y = this.y): number {
    const { lines, height } = this.layOut(text, column, style)
    const chain = this.fonts.chainFor(text, style.isBold === true)
    for (const [index, line] of lines.entries()) {
      const runs = shapeLine(line, chain, style.isIsolated ? 'auto' : this.direction)
      this.draw(runs, column, style, y + (index * LINE_HEIGHT + 1.05) * style.size)
    }
    return height
  }

  /** Adds a link over an area of a column. */
  link(column: Column, y: number, { height, url }: { height: number; url: string }): void {
    this.pdf.link(this.left(column), y, column.width, height, url)
  }

  /** Draws a line across the page. */
  rule(): void {
    const x = MARGIN
    this.pdf
      .moveTo(x, this.y)
      .lineTo(x + this.width, this.y)
      .lineWidth(0.6)
      .stroke(RULE)
  }

  /** Writes a line below each page, with the page's number. */
  footer(write: (number: number, count: number) => string, start: string): void {
    const { count } = this.pdf.bufferedPageRange()
    for (let index = 0; index < count; index += 1) {
      this.pdf.switchToPage(index)
      const y = this.pdf.page.height - MARGIN - 6
      const style = { size: 8, colour: MUTED }
      this.write(start, { start: 0, width: this.width - 90 }, { ...style, isIsolated: true }, y)
      const end = { start: this.width - 90, width: 90 }
      this.write(write(index + 1, count), end, { ...style, align: 'end' }, y)
    }
  }

  /** Ends the document and returns its bytes. */
  async end(): Promise<Buffer> {
    const parts: Buffer[] = []
    this.pdf.on('data', (part: Buffer) => parts.push(part))
    const done = new Promise<void>((resolve, reject) => {
      this.pdf.on('end', resolve)
      this.pdf.on('error', reject)
    })
    this.pdf.end()
    await done
    return Buffer.concat(parts)
  }

  private get direction(): 'ltr' | 'rtl' {
    return this.facts.isRightToLeft ? 'rtl' : 'ltr'
  }

  private draw(runs: readonly Run[], column: Column, style: Style, baseline: number): void {
    const width = this.sum(runs, style.size)
    const isAtRight = (style.align === 'end') !== this.facts.isRightToLeft
    let x = this.left(column) + (isAtRight ? column.width - width : 0)
    this.pdf.fillColor(style.colour ?? INK)
    for (const { text, font } of runs) {
      this.use(font)
      this.pdf.fontSize(style.size)
      this.pdf.text(text, x, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        ...optionsFor(text),
      })
      x += this.widthOf({ text, font }, style.size)
    }
  }

  private sum(runs: readonly Run[], size: number): number {
    return runs.reduce((sum, run) => sum + this.widthOf(run, size), 0)
  }

  private widthOf({ text, font }: Run, size: number): number {
    const key = `${font.name} ${text}`
    const known = this.widths.get(key)
    if (known !== undefined) return known * size
    this.use(font)
    const width = this.pdf.fontSize(1).widthOfString(text, optionsFor(text))
    if (this.widths.size < MAX_WIDTHS) this.widths.set(key, width)
    return width * size
  }

  private use({ name, bytes }: Run['font']): void {
    if (!this.named.has(name)) {
      this.pdf.registerFont(name, bytes)
      this.named.add(name)
    }
    this.pdf.font(name)
  }

  /** Breaks a line between words, or inside a word that is wider than the column. */
  private wrap(
    line: string,
    width: number,
    { chain, size }: { chain: FontChain; size: number },
  ): readonly string[] {
    const lines: string[] = []
    let current = ''
    let currentWidth = 0
    const widthOf = (text: string) => this.sum(splitByFont(withoutControls(text), chain), size)
    for (const part of splitWords(line)) {
      const partWidth = widthOf(part)
      if (currentWidth + widthOf(part.trimEnd()) <= width) {
        current += part
        currentWidth += partWidth
        continue
      }
      if (current.trim() !== '') lines.push(current.trimEnd())
      current = ''
      currentWidth = 0
      for (const letter of partWidth <= width ? [part] : GRAPHEMES.segment(part)) {
        const text = typeof letter === 'string' ? letter : letter.segment
        const letterWidth = widthOf(text)
        if (currentWidth + letterWidth > width && current !== '' && text.trim() !== '') {
          lines.push(current)
          current = ''
          currentWidth = 0
        }
        current += text
        currentWidth += letterWidth
      }
    }
    return [...lines, current.trimEnd()]
  }
}

/** Without a list of features, the library caches single words and orders them from left to right, which is wrong for Arabic. */
function optionsFor(text: string): { features?: [] } {
  return isArabic(text) ? { features: [] } : {}
}

const WORDS = new Intl.Segmenter('en', { granularity: 'word' })
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Divides a line where it may be broken: before a word, so that punctuation and spaces stay with the word before them. */
function splitWords(line: string): readonly string[] {
  const parts: string[] = []
  for (const { segment, isWordLike } of WORDS.segment(line)) {
    const last = parts.at(-1)
    const isGlued = last !== undefined && (isWordLike !== true || GLUE.test(last))
    if (isGlued) parts[parts.length - 1] = `${last}${segment}`
    else parts.push(segment)
  }
  return parts
}

/** Characters after which no line may break, such as an opening mark, a no-break space, or a point in a number or an address. */
const GLUE = /[\p{Ps}\p{Pi}\u00a0\u2066-\u2068$€£¥#@/.:_'’-]$/u

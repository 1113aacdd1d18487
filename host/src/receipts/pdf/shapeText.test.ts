import { create } from 'fontkit'
import { expect, it } from 'vitest'
import { FONT_FOLDER } from '../../folders.ts'
import { openFonts } from './fonts.ts'
import { shapeLine } from './shapeText.ts'

/** Returns the characters of a line as the PDF's font library draws them, from left to right. */
function drawnOf(line: string, direction: 'ltr' | 'rtl'): string {
  const chain = openFonts(FONT_FOLDER, 'ar').chainFor(line, false)
  return shapeLine(line, chain, direction)
    .flatMap(({ text, font }) => {
      const opened = create(font.bytes)
      if ('fonts' in opened) throw new TypeError('The file is a collection of fonts.')
      return opened.layout(text).glyphs.flatMap(({ codePoints }) => codePoints)
    })
    .map((code) => String.fromCodePoint(code))
    .join('')
}

it.each(['12', '١٢', '۱۲', '١٬٢٣٤٫٥٠', '12,345.60', 'Model X-200'])(
  'a PDF writes %s from left to right in an Arabic line',
  (number) => {
    expect(drawnOf(`طلب ${number} من`, 'rtl')).toContain(number)
  },
)

it('a PDF writes Arabic digits from left to right in an English line', () => {
  expect(drawnOf('Order ١٢٣ of 2026', 'ltr')).toBe('Order ١٢٣ of 2026')
})

it('a PDF writes Arabic words from right to left', () => {
  expect(drawnOf('من', 'rtl')).toBe('نم')
})

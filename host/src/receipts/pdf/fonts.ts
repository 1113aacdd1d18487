import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, type Font } from 'fontkit'
import { readWoff } from './readWoff.ts'

/** A font of a PDF: its name in the PDF, its bytes, and whether it has a character. */
export type PdfFont = { name: string; bytes: Buffer; has(codePoint: number): boolean }

/** The fonts for one text; a character is drawn in the first one that has it. */
export type FontChain = readonly PdfFont[]

/** Returns the fonts for a text; in a bold text, characters without a bold font are regular. */
export type Fonts = { chainFor(text: string, isBold: boolean): FontChain }

const BOLD = ['noto-sans-latin-700', 'noto-sans-latin-ext-700', 'noto-sans-arabic-700']
const REGULAR = [
  'noto-sans-latin-400',
  'noto-sans-latin-ext-400',
  'noto-sans-vietnamese-400',
  'noto-sans-greek-400',
  'noto-sans-greek-ext-400',
  'noto-sans-cyrillic-400',
  'noto-sans-cyrillic-ext-400',
  'noto-sans-arabic-400',
]
const CHINESE = 'noto-sans-chinese-400'
const JAPANESE = 'noto-sans-japanese-400'
const KOREAN = 'noto-sans-korean-400'

/** Characters that may need one of the large fonts: from the radicals to the end of the plane, without the private ones. */
const EAST_ASIAN = /[\u2e80-\udfff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]/
const KANA = /[\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f]/
const HANGUL = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/

/** The opened fonts by path. */
const opened = new Map<string, PdfFont>()

/**
 * Opens the fonts in a folder, each when a text first needs it. Chinese, Japanese and Korean share characters. Such a character has the
 * form of the text's script; if all characters of the text are shared, the form of the receipt's language.
 */
export function openFonts(folder: string, language: string): Fonts {
  return {
    chainFor(text, isBold) {
      const small = isBold ? [...BOLD, ...REGULAR] : REGULAR
      const large = EAST_ASIAN.test(text) ? orderLarge(text, language) : []
      return [...small, ...large].map((name) => openFont(folder, name))
    },
  }
}

function openFont(folder: string, name: string): PdfFont {
  const path = join(folder, `${name}.woff`)
  const known = opened.get(path)
  if (known !== undefined) return known
  const bytes = readWoff(readFileSync(path))
  const font = readFont(bytes)
  const fresh = { name, bytes, has: (code: number) => font.hasGlyphForCodePoint(code) }
  opened.set(path, fresh)
  return fresh
}

function readFont(bytes: Buffer): Font {
  const font = create(bytes)
  if ('fonts' in font) throw new TypeError('The file is a collection of fonts.')
  return font
}

function orderLarge(text: string, language: string): readonly string[] {
  if (KANA.test(text)) return [JAPANESE, CHINESE, KOREAN]
  if (HANGUL.test(text)) return [KOREAN, CHINESE, JAPANESE]
  if (language === 'ja') return [JAPANESE, CHINESE, KOREAN]
  return language === 'ko' ? [KOREAN, CHINESE, JAPANESE] : [CHINESE, JAPANESE, KOREAN]
}

import { describe, expect, it } from 'vitest'
import { freeLines, freeText } from './text.ts'

describe('freeText', () => {
  const schema = freeText({ min: 1, max: 5 })

  it.each(['a', 'abcde', '  ', 'Ünïcö', '\u{1f375}'.repeat(5), '<b>&', '\u202eabc', '\u200b'])(
    'freeText accepts %j',
    (text) => {
      expect(schema.safeParse(text).success).toBe(true)
    },
  )

  it.each([
    ['', 'too_short'],
    ['abcdef', 'too_long'],
    ['\u{1f375}'.repeat(6), 'too_long'],
    ['a'.repeat(100_000), 'too_long'],
    ['a\u0000', 'control_characters'],
    ['a\nb', 'control_characters'],
    ['\u001b[2J', 'control_characters'],
    ['\u007f', 'control_characters'],
    ['a\ud83c', 'invalid_text'],
  ])('freeText rejects %j as %s, once', (text, code) => {
    const issues = schema.safeParse(text).error?.issues
    expect(issues).toEqual([expect.objectContaining({ params: { code } })])
  })
})

describe('freeLines', () => {
  const schema = freeLines({ min: 1, max: 5 })

  it.each(['a\nb', '\n', 'a\n\nb'])('freeLines accepts %j', (text) => {
    expect(schema.safeParse(text).success).toBe(true)
  })

  it.each([
    ['a\r\nb', 'control_characters'],
    ['a\tb', 'control_characters'],
    ['a\u000bb', 'control_characters'],
    ['a\n\n\n\nb', 'too_long'],
  ])('freeLines rejects %j as %s', (text, code) => {
    const issues = schema.safeParse(text).error?.issues
    expect(issues).toEqual([expect.objectContaining({ params: { code } })])
  })
})

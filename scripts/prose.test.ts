import { describe, expect, it } from 'vitest'
import { measureProse } from './prose.ts'

const PLAIN = 'The host returns the open payments and retries each delivery.\n'
const SENTENCE = 'The host stores the payment. '
const LONG_SENTENCE = `${'The host stores the payment and '.repeat(6)}then it stops. `

/** Returns this number of words that the rules allow, followed by the given line. */
const amid = (line: string, words = 1_000) => PLAIN.repeat(words / 10) + line

const COMMENTS = `// ${PLAIN}`.repeat(100)

describe('The prose gate', () => {
  it('the prose gate passes plain prose in a document, a comment and a test’s name', () => {
    const code =
      "/** Returns the open payments. */\nit('returns 409 while a payment is processing', () => {})\n"
    expect(
      measureProse([
        { path: 'docs/guides/a.md', text: PLAIN.repeat(20) },
        { path: 'a.ts', text: code.repeat(20) },
      ]),
    ).toEqual([])
  })

  it.each([
    ['The page tells the payer.', 'tell'],
    ['The log says it.', 'say'],
    ['The host hears of a block.', 'hear'],
    ['The call takes an id.', 'takes'],
    ['Whatever fails is logged.', 'whatever'],
    ['Nobody receives it.', 'nobody'],
    ['The host restarts by itself.', 'by itself'],
    ['It lies beside the file.', 'beside'],
    ['The loop goes on.', 'goes on'],
    ['The host starts anew.', 'anew'],
    ["The host trusts the chain's word.", 'word'],
    ['A retry costs nothing.', 'nothing'],
    ['What the host stores stays there.', 'What'],
    ['It stops. Who pays first wins the race.', 'What'],
  ])('the prose gate fails "%s" in a document, a comment and a test’s name', (line, rule) => {
    const places = [
      { path: 'docs/a.md', text: amid(line) },
      { path: 'a.ts', text: `${COMMENTS}// ${line}` },
      {
        path: 'a.test.ts',
        text: `${COMMENTS}it(${JSON.stringify(line)}, () => {})`,
      },
    ]
    for (const file of places) {
      const [broken = '', place = ''] = measureProse([file])
      expect(broken).toContain('per 10,000 words')
      expect(broken).toContain(rule)
      expect(place).toContain(`${file.path}:101 `)
    }
  })

  it('the prose gate counts per 10,000 words, so that a rare use passes', () => {
    expect(measureProse([{ path: 'a.md', text: amid('The page tells it.', 10_000) }])).toEqual([])
  })

  it('the prose gate reads no code in a document, and only comments and names in code', () => {
    const text = amid('```ts\ntell(nobody)\n```\n')
    const code = `${COMMENTS}const told = tell('nobody')`
    expect(
      measureProse([
        { path: 'a.md', text },
        { path: 'a.ts', text: code },
      ]),
    ).toEqual([])
  })

  it('the prose gate limits the share of sentences over 30 words in each guide', () => {
    const guide = (long: number) => ({
      path: 'docs/guides/a.md',
      text: LONG_SENTENCE.repeat(long) + SENTENCE.repeat(20 - long),
    })
    expect(measureProse([guide(2)])).toEqual([])
    expect(measureProse([guide(3)])).toEqual([
      '3 of 20 sentences have more than 30 words: docs/guides/a.md',
    ])
  })
})

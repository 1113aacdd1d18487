import { describe, expect, it } from 'vitest'
import { LANGUAGES } from './languages.ts'
import { obstacleWords } from './obstacleWords.ts'

/** The reasons of the API (`SignedPaymentObstacle`) that an account with enough money can meet. */
const OBSTACLES = [
  'not_sponsored',
  'not_supported',
  'no_permit2_allowance',
  'limit_reached',
  'unavailable',
]

describe('The reasons for which the service pays no network fee', () => {
  it.each(LANGUAGES)('each reason has its own sentence in %s', (language) => {
    const sentences = OBSTACLES.map((obstacle) => obstacleWords(obstacle, language))
    expect(new Set(sentences).size).toBe(OBSTACLES.length)
    for (const [index, sentence] of sentences.entries()) {
      expect(sentence).not.toBe(obstacleWords(OBSTACLES[index], 'en'))
      expect(sentence).toMatch(/[.。]$/)
      expect(sentence.includes('Permit2')).toBe(OBSTACLES[index] === 'no_permit2_allowance')
    }
  })

  it('a regional tag has its language’s sentence, and other languages have the English one', () => {
    expect(obstacleWords('unavailable', 'de-AT')).toBe(obstacleWords('unavailable', 'de'))
    expect(obstacleWords('unavailable', 'constructor')).toBe(
      'The payment service cannot pay the network fee right now, so you pay it.',
    )
  })

  it('an unknown reason has the sentence of a service that cannot pay now', () => {
    for (const unknown of ['constructor', 7, null])
      expect(obstacleWords(unknown, 'en')).toBe(obstacleWords('unavailable', 'en'))
  })
})

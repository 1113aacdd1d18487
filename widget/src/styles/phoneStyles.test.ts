import { expect, test } from 'vitest'
import { detailsStyles } from './detailsStyles.ts'
import { flowStyles } from './flowStyles.ts'
import { phoneStyles } from './phoneStyles.ts'
import { receiptStyles } from './receiptStyles.ts'

/** The classes that several sheets may style: each sheet sets only the spinner's position. */
const SHARED = ['spinner']

test('The phone’s style sheet, which stays loaded on later screens, styles none of their classes except the spinner', () => {
  const later = [flowStyles, receiptStyles, detailsStyles].map(String).join('')
  const own = [...String(phoneStyles).matchAll(/^ {2}\.([a-z-]+) \{/gm)].map(([, name]) => name)
  expect(own).toContain('tabs')
  expect(own.filter((name) => new RegExp(`\\.${name}\\b(?!-)`).test(later))).toEqual(SHARED)
})

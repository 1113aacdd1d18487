import { expect, test } from 'vitest'
import { detailsStyles } from './detailsStyles.ts'
import { flowStyles } from './flowStyles.ts'
import { phoneStyles } from './phoneStyles.ts'
import { receiptStyles } from './receiptStyles.ts'

/** A spinner looks the same on every screen: each sheet sets only its position. */
const SHARED = ['spinner']

test('The phone’s style sheet, which stays for later screens, uses none of their classes', () => {
  const later = [flowStyles, receiptStyles, detailsStyles].map(String).join('')
  const own = [...String(phoneStyles).matchAll(/^ {2}\.([a-z-]+) \{/gm)].map(([, name]) => name)
  expect(own).toContain('tabs')
  expect(own.filter((name) => new RegExp(`\\.${name}\\b(?!-)`).test(later))).toEqual(SHARED)
})

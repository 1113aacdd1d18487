import { expect, test } from 'vitest'
import { trimSheet } from '../scripts/trimStyles.ts'

test('A style sheet loses its comments and redundant spaces, and keeps the significant ones', () => {
  const sheet = `
    /* The card
       of the element. */
    .card > p,
    .card :focus-visible {
      padding: clamp(1rem, 6cqi, 1.5rem) calc(1rem + 2px);
      --_line: var(--a, light-dark(#fff, #000));
    }
    @container (max-width: 22rem) {
      .card { color: red; }
    }
  `
  expect(trimSheet(sheet)).toBe(
    '.card > p,.card :focus-visible{padding:clamp(1rem,6cqi,1.5rem) calc(1rem + 2px);--_line:var(--a,light-dark(#fff,#000))}@container (max-width:22rem){.card{color:red}}',
  )
})

import { readFileSync } from 'node:fs'
import { PAGE_COLOUR } from '@secure-payment/core'
import { describe, expect, it } from 'vitest'
import { bodyOf, type Draft, readDraft, shownColours } from './brandingDraft.ts'

const EMPTY: Draft = {
  primaryActionColor: '',
  pageBackgroundColor: '',
  cardBackgroundColor: '',
  primaryTextColor: '',
  secondaryTextColor: '',
  termsUrl: '',
  privacyUrl: '',
  supportUrl: '',
  supportEmail: '',
  fontFamily: '',
  fontUrl: '',
  logo: undefined,
  displaysService: false,
}

describe('shownColours', () => {
  it('shownColours starts each picker with the page’s default colour', () => {
    expect(shownColours(EMPTY)).toEqual({
      primaryActionColor: '#17223f',
      pageBackgroundColor: '#f4f5f7',
      cardBackgroundColor: '#ffffff',
      primaryTextColor: '#14171f',
      secondaryTextColor: '#5a6273',
    })
  })

  it('shownColours shows the chosen colours, and matching colours for the others', () => {
    const shown = shownColours({ ...EMPTY, cardBackgroundColor: '#101010' })
    expect(shown.cardBackgroundColor).toBe('#101010')
    // The element's own text on a dark card.
    expect(shown.primaryTextColor).toBe('#eef0f5')
  })

  it('shownColours shows the hosted page’s own background', () => {
    const css = readFileSync('host/src/static/page.css', 'utf8')
    expect(css).toContain(`light-dark(${PAGE_COLOUR},`)
  })
})

describe('bodyOf', () => {
  it.each([
    ['', null],
    [' help@shop.example.test ', 'mailto:help@shop.example.test'],
    ['mailto:help@shop.example.test', 'mailto:help@shop.example.test'],
    ['https://shop.example.test/help', 'https://shop.example.test/help'],
  ])('bodyOf reads %j as the support address %j', (text, supportUrl) => {
    expect(bodyOf({ ...EMPTY, supportUrl: text }).supportUrl).toBe(supportUrl)
  })
})

it.each([null, 'x', 7, [], {}, { displaysService: 'yes' }])('%j is not a stored draft', (value) => {
  expect(readDraft(value)).toBeNull()
})

it('readDraft returns a draft that was stored as JSON unchanged', () => {
  for (const logo of ['data:image/png;base64,AA==', null, undefined]) {
    const draft = { ...EMPTY, termsUrl: 'https://shop.example.test/terms', logo }
    expect(readDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
  }
})

import { describe, expect, test } from 'vitest'
import type { Fact } from '../../../widget/src/machine/fact.ts'
import { initialState, type State, toModel, transition } from '../../../widget/src/machine.ts'
import { en } from '../../../widget/src/text/en.ts'
import { enBridge } from '../../../widget/src/text/enBridge.ts'
import { enFlow } from '../../../widget/src/text/enFlow.ts'
import { enTron } from '../../../widget/src/text/enTron.ts'
import { catalogue } from './catalogue.ts'
import { LANGUAGES } from './design.ts'
import { errorPlays, notePlays, play, playUnavailable, readOutcome } from './plays.ts'
import { loadSpeaker } from './sentences.ts'

const errorCodes = catalogue.filter(({ kind }) => kind === 'error').map(({ code }) => code)

describe('messages', () => {
  test('messages exist for every key in the text tables', () => {
    const codes = (kind: string) =>
      catalogue.filter((each) => each.kind === kind).map(({ code }) => code)
    const errors = { ...enFlow.errors, ...enBridge.errors, ...enTron.errors }
    expect(codes('error').sort()).toEqual(Object.keys(errors).sort())
    expect(codes('unavailable').sort()).toEqual(Object.keys(en.unavailable).sort())
    expect(codes('note').sort()).toEqual(Object.keys({ ...enFlow.notes, ...enTron.notes }).sort())
  })

  test.each(LANGUAGES)('messages are complete in %s', async (language) => {
    const speaker = await loadSpeaker(language)
    const english = await loadSpeaker('en')
    for (const entry of catalogue) {
      const { title, action } = speaker.say(entry)
      expect.soft(`${entry.code} ${title}`).not.toMatch(/ $|undefined/)
      if (entry.kind !== 'note') expect.soft(action, entry.code).not.toBe('')
      if (language !== 'en') expect.soft(title, entry.code).not.toBe(english.say(entry).title)
    }
    expect(speaker.dir).toBe(language === 'ar' ? 'rtl' : 'ltr')
  })
})

describe('the meaning of a message', () => {
  test('every path in the lists leads the machine to the message that it is listed under', () => {
    for (const [code, plays] of Object.entries(errorPlays)) {
      for (const facts of plays) expect.soft(toModel(play(facts)).error?.code).toBe(code)
    }
    for (const [code, plays] of Object.entries(notePlays)) {
      for (const facts of plays) expect.soft(play(facts).note?.code).toBe(code)
    }
    for (const entry of catalogue) {
      if (entry.kind !== 'unavailable') continue
      const code = Object.keys(en.unavailable).find((each) => each === entry.code)
      expect.soft(entry.model.unavailable?.reason).toBe(code)
    }
    expect(toModel(play(playUnavailable('expired'))).unavailable?.reason).toBe('expired')
  })

  test('a message is on the screen to which the machine leads', () => {
    for (const { kind, code, model } of catalogue) {
      const plays = { ...errorPlays, ...notePlays }[code as keyof typeof notePlays]
      const [first] = plays ?? []
      if (kind === 'unavailable' || first === undefined) continue
      expect.soft(`${code} ${model.state}`).toBe(`${code} ${play(first).name}`)
    }
  })

  test('the catalogue has every error that the machine can reach', () => {
    const plays = [...Object.values(errorPlays).flat(), ...Object.values(notePlays).flat()]
    const facts = new Map(plays.flat().map((fact) => [keyOf(fact), fact]))
    const states = new Map(plays.flatMap(statesOf).map((state) => [keyOf(state), state]))
    const told = new Set<string>()
    for (const state of states.values()) {
      for (const fact of facts.values()) {
        const { error } = toModel(transition(state, { ...fact, at: 1 }).state)
        if (error) told.add(`${error.code} ${error.moneyState} ${error.recoverable}`)
      }
    }
    const listed = catalogue
      .filter(({ kind }) => kind === 'error')
      .flatMap(({ code, outcomes }) =>
        outcomes.map(({ money, canGoOn }) => `${code} ${money} ${canGoOn}`),
      )
    expect([...told].sort()).toEqual(listed.sort())
    // The list has every code except the fallback for other codes.
    expect(new Set(listed.map((each) => each.split(' ')[0])).size).toBe(errorCodes.length - 1)
  })

  // The expected meanings follow from the comments on the codes in codes.ts, and from each code's text for the payer.
  test.each([
    ['payment_reverted', ['fee-only true']],
    ['bridge_failed', ['sent false', 'sent true']],
    ['bridge_refunded', ['refunded true']],
    ['calldata_mismatch', ['untouched false']],
    ['expired', ['untouched false']],
    ['offline', ['untouched true']],
    ['rejected', ['untouched true']],
    ['approval_reverted', ['fee-only true']],
    ['prompt_may_be_open', ['maybe-sent false']],
    ['nonce_unused', ['untouched true']],
    ['locked_tab', ['untouched true']],
    ['locked_device', ['maybe-sent false']],
    ['taken_over', ['maybe-sent true']],
    ['safe_waiting', ['maybe-sent false']],
    ['paid_twice', ['sent false']],
    ['tron_not_taken', ['maybe-sent false']],
  ])('the meaning of the message of %s is %j', (code, expected) => {
    const entry = catalogue.find((each) => each.code === code)
    const found = entry?.outcomes.map(({ money, canGoOn }) => `${money} ${canGoOn}`)
    expect(found).toEqual(expected)
  })

  test('the meaning of a state is the location of the money and whether the payer can continue', () => {
    const failed: State = {
      ...initialState,
      name: 'failed',
      error: { code: 'internal', moneyState: 'refunded', recoverable: false, supportCode: '' },
    }
    expect(readOutcome(failed)).toMatchObject({ money: 'refunded', canGoOn: false })
    expect(readOutcome({ ...initialState, name: 'connect' })).toMatchObject({
      money: 'untouched',
      canGoOn: true,
    })
  })
})

/** Returns every state on a path of the machine. */
function statesOf(facts: readonly Fact[]): readonly State[] {
  return facts.map((_, index) => play(facts.slice(0, index + 1)))
}

/** Returns the same text for facts or states with the same members. */
function keyOf(value: object): string {
  return JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? `${member}n` : member))
}

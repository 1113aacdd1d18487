import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ServerAnswer } from '../machine/fact.ts'
import type { createNews } from './news.ts'
import { createPoller, type Poller } from './poll.ts'

/** The service's pushed updates. */
const service = {
  isLive: false,
  isListening: false,
  onNews: (): void => {},
  onAlive: (): void => {},
}

const listen: typeof createNews = ({ onNews, onAlive }) => {
  service.onNews = onNews
  service.onAlive = onAlive
  return { isLive: () => service.isLive, listen: (matters) => (service.isListening = matters) }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { visibilityState: 'visible' })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Creates the poller of a settling payment, which counts the requests that it has sent. */
function startPoller() {
  const answer: ServerAnswer = {
    kind: 'unavailable',
    reason: 'server',
    payment: null,
    retryAt: null,
  }
  const metadata = vi.fn(async () => answer)
  const apiOptions = {
    token: '01KB4Z',
    apiBase: 'https://pay.example',
    clientId: null,
    fetch: async () => new Response(),
    now: () => 0,
    isOnline: () => true,
  }
  const session = { apiOptions, metadata, lifetime: new AbortController().signal, now: () => 0 }
  const poller = createPoller({ session, onAnswer: () => {}, drain: async () => null, listen })
  poller.follow('settling')
  return Object.assign(metadata, { poller })
}

test('The poller slows down while the service pushes changes', async () => {
  service.isLive = true
  const metadata = startPoller()
  await vi.advanceTimersByTimeAsync(29_000)
  expect(metadata).toHaveBeenCalledTimes(0)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(metadata).toHaveBeenCalledTimes(1)
})

test('The poller of a hidden tab has no stream', () => {
  const { poller } = startPoller()
  expect(service.isListening).toBe(true)
  vi.stubGlobal('document', { visibilityState: 'hidden' })
  poller.wake()
  expect(service.isListening).toBe(false)
  poller.follow('confirming')
  expect(service.isListening).toBe(false)
  vi.stubGlobal('document', { visibilityState: 'visible' })
  poller.wake()
  expect(service.isListening).toBe(true)
})

test('The poller reads twice after an update, because the second response is certain to be complete', async () => {
  service.isLive = true
  const metadata = startPoller()
  service.onNews()
  await vi.advanceTimersByTimeAsync(100)
  expect(metadata).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(metadata).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(metadata).toHaveBeenCalledTimes(2)
})

test('The poller reads twice after an update, even when the state or the stream changes in between', async () => {
  const changes: readonly ((poller: Poller) => void)[] = [
    (poller) => poller.follow('settling'),
    () => service.onAlive(),
  ]
  for (const change of changes) {
    service.isLive = true
    const metadata = startPoller()
    service.onNews()
    await vi.advanceTimersByTimeAsync(100)
    change(metadata.poller)
    expect(metadata).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(metadata).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(metadata).toHaveBeenCalledTimes(2)
  }
})

test('The poller reads once per 300 ms, regardless of the service’s pushes', async () => {
  service.isLive = true
  const metadata = startPoller()
  service.onNews()
  await vi.advanceTimersByTimeAsync(0)
  expect(metadata).toHaveBeenCalledTimes(1)
  for (let times = 0; times < 100; times += 1) service.onNews()
  await vi.advanceTimersByTimeAsync(299)
  expect(metadata).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(metadata).toHaveBeenCalledTimes(2)
})

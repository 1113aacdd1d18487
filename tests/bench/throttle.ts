import type { Page } from '@playwright/test'

/** Chromium's settings for a slower machine on a slower network; rates in bytes per second. */
export type Throttle = {
  readonly cpuSlowdown: number
  readonly latencyMs: number
  readonly down: number
  readonly up: number
}

/** A quarter of the processor; Chromium's own "Slow 4G": 150 ms per round trip, 1.6 Mbit/s down. */
export const SLOW_4G: Throttle = { cpuSlowdown: 4, latencyMs: 150, down: 200_000, up: 93_750 }
/** A sixth of the processor; Chromium's former "Fast 3G": 562 ms per round trip, 1.44 Mbit/s down. */
export const FAST_3G: Throttle = { cpuSlowdown: 6, latencyMs: 562.5, down: 180_000, up: 84_375 }

/** Throttles the page's processor and network from now on. */
export async function throttle(
  page: Page,
  { cpuSlowdown, latencyMs, down, up }: Throttle,
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: down,
    uploadThroughput: up,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
}

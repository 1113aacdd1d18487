import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { isMobile } from './isMobile.ts'

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15'
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const LINUX =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'

afterEach(async () => {
  vi.restoreAllMocks()
  await page.viewport(480, 900)
})

test.each<[string, string, number, number, boolean, boolean?]>([
  ['a desktop window 390 px wide', WINDOWS, 0, 390, false],
  ['a laptop with a touch screen, in a window 390 px wide,', WINDOWS, 10, 390, false],
  ['a Mac', MAC, 0, 390, false],
  ['an iPad, which identifies as a Mac,', MAC, 5, 1_024, true],
  ['an iPhone', IPHONE, 5, 390, true],
  ['an Android tablet that requests desktop pages', LINUX, 5, 1_024, true, true],
  [
    'a Linux laptop with a touch screen and a mouse, in a window 390 px wide,',
    LINUX,
    5,
    390,
    false,
  ],
  ['a Windows tablet', WINDOWS, 10, 1_024, false, true],
])(
  '%s scans a code or opens apps by its device, not by its width',
  async (_, agent, touches, width, expected, isCoarse = false) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
    vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(touches)
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => ({ matches: query === '(pointer: coarse)' && isCoarse }) as MediaQueryList,
    )
    await page.viewport(width, 800)
    expect(isMobile()).toBe(expected)
  },
)

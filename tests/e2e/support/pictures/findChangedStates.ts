import { readFile, writeFile } from 'node:fs/promises'
import type { Page, TestInfo } from '@playwright/test'
import { findDifferences, type Point } from './findDifferences.ts'
import { CHANNELS, type Picture } from './picture.ts'
import { readPng } from './readPng.ts'
import { shrink } from './shrink.ts'
import { writePng } from './writePng.ts'

/** Instructions for recording pictures. */
export const HOW_TO_RECORD =
  'After a wanted change, record with `LOOKS=record npm run stories -- looks`, and look at every picture in test-results.'

/** The tolerance for rounding, out of 255, if the browser draws letters exactly as the recording browser did. */
const SAME_LETTERS_TOLERANCE = 2

/**
 * The tolerance, out of 255, for a square's mean difference if the browser draws the edges of letters differently. A square has at least 4
 * by 4 pixels. The mean difference is at most 17 between Chromium 131 and 156, and higher than the tolerance for a changed letter.
 */
const OTHER_LETTERS = { tolerance: 24, square: 4 }

export type Sheet = {
  /** The recorded picture's path. */
  readonly file: string
  /** The name of the attached pictures. */
  readonly name: string
  /** The side of a square, in pixels, for which the recorded picture has one pixel. */
  readonly square: number
  readonly isRecording: boolean
  /** The browser draws sample letters exactly as the recording browser did. */
  readonly hasSameLetters: boolean
}

/**
 * Compares the states on the page with their recorded picture, and returns the names of the states that look different. Attaches the
 * pictures when some states differ. If `isRecording`, writes the recorded picture instead.
 */
export async function findChangedStates(
  page: Page,
  testInfo: TestInfo,
  sheet: Sheet,
): Promise<string[]> {
  const { file, name, square } = sheet
  const shot = await page.locator('main').screenshot({ scale: 'device', animations: 'disabled' })
  const now = shrink(readPng(shot), square)
  if (sheet.isRecording) {
    await testInfo.attach(`${name}.png`, { body: shot, contentType: 'image/png' })
    await writeFile(file, writePng(now))
    return []
  }
  const recorded = readPng(await readRecorded(file))
  const { tolerance, further } = sheet.hasSameLetters
    ? { tolerance: SAME_LETTERS_TOLERANCE, further: 1 }
    : {
        tolerance: OTHER_LETTERS.tolerance,
        further: Math.ceil(OTHER_LETTERS.square / square),
      }
  const pair = [shrink(now, further), shrink(recorded, further)] as const
  const points = findDifferences(...pair, tolerance)
  const hasSameSize = now.width === recorded.width && now.height === recorded.height
  if (points.length === 0 && hasSameSize) return []
  const pictures = {
    now: shot,
    recorded: writePng(recorded),
    differs: writePng(mark(pair[0], points)),
  }
  for (const [kind, body] of Object.entries(pictures)) {
    await testInfo.attach(`${name}-${kind}.png`, { body, contentType: 'image/png' })
  }
  const changed = await nameStates(page, points, square * further)
  if (hasSameSize) return changed
  const [before, after] = [recorded, now].map(({ width, height }) => `${width} x ${height}`)
  return [...changed, `(the sheet was ${before} and is ${after})`]
}

async function readRecorded(file: string): Promise<Buffer> {
  return readFile(file).catch((cause: unknown) => {
    throw new Error(`There is no recorded picture ${file}. ${HOW_TO_RECORD}`, { cause })
  })
}

/** Returns a copy with the given points in red. */
function mark(picture: Picture, points: readonly Point[]): Picture {
  const colours = picture.colours.slice()
  for (const { x, y } of points) colours.set([255, 0, 0], (y * picture.width + x) * CHANNELS)
  return { ...picture, colours }
}

/** Returns the states whose figures contain the points, with the number of points. Ignores points between figures. */
async function nameStates(page: Page, points: readonly Point[], square: number): Promise<string[]> {
  const figures = await page.evaluate(measureFigures)
  const isIn = ({ x, y }: Point, box: (typeof figures)[number]): boolean =>
    (x + 1) * square > box.left &&
    x * square < box.right &&
    (y + 1) * square > box.top &&
    y * square < box.bottom
  const names = figures.filter((box) => points.some((point) => isIn(point, box)))
  return names.length > 0 ? names.map(({ name }) => name) : ['(between the states)']
}

/** Runs in the page: returns the boxes of the visible states, relative to the picture's upper left corner. */
function measureFigures() {
  const origin = document.querySelector('main')?.getBoundingClientRect()
  return [...document.querySelectorAll('figure')]
    .filter((figure) => !figure.hidden)
    .map((figure) => {
      const box = figure.getBoundingClientRect()
      const [x, y] = [origin?.left ?? 0, origin?.top ?? 0]
      return {
        name: figure.querySelector('figcaption')?.textContent ?? '',
        left: box.left - x,
        right: box.right - x,
        top: box.top - y,
        bottom: box.bottom - y,
      }
    })
}

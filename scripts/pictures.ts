import { findChromium } from './lib/findChromium.ts'
import { runStories } from './lib/runStories.ts'

/** Stories that show the screens of the documentation's pictures. */
const STORIES = [
  'tests/e2e/shop.spec.ts',
  'tests/e2e/console.spec.ts',
  'tests/e2e/consolePayouts.spec.ts',
]
const TITLES = 'In the demo shop|from nothing to an order|signs it after a change of mind'

/** `npm run pictures`: takes the pictures in docs/images anew, of the running product. Run `npm run build` first. */
process.exitCode = await runStories([...STORIES, '--grep', TITLES], {
  CHROMIUM_PATH: await findChromium(),
  PICTURES: 'docs/images',
})

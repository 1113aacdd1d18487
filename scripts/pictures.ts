import { findChromium } from './lib/findChromium.ts'
import { runStories } from './lib/runStories.ts'

/** Stories that show the screens in the documentation's pictures. */
const STORIES = [
  'tests/e2e/shop.spec.ts',
  'tests/e2e/console.spec.ts',
  'tests/e2e/consoleLinks.spec.ts',
  'tests/e2e/consolePayments.spec.ts',
  'tests/e2e/consolePayouts.spec.ts',
]
const TITLES =
  'In the demo shop|completes the setup|declines and later signs it|sees a payment arrive|asks for a payment with a link'

/** `npm run pictures`: records the pictures in docs/images again, from the running product. Run `npm run build` first. */
process.exitCode = await runStories([...STORIES, '--grep', TITLES], {
  CHROMIUM_PATH: await findChromium(),
  PICTURES: 'docs/images',
})

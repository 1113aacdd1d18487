import { findChromium } from './lib/findChromium.ts'
import { runStories } from './lib/runStories.ts'

/** `npm run stories -- [files and options of Playwright]`: payer stories in Chromium. */
process.exitCode = await runStories(process.argv.slice(2), { CHROMIUM_PATH: await findChromium() })

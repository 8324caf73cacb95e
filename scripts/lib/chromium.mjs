import process from 'node:process'
import { findProgram } from './run.mjs'

/** The first one is Chromium without a user interface; it uses a third less CPU for the same page. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

const [, ...wholeNames] = names

/**
 * Path of the installed Chromium with a user interface, or `CHROMIUM_PATH`: the one without has no notifications.
 * @returns {string | undefined}
 */
export function findWholeChromium() {
  const chosen = process.env.CHROMIUM_PATH
  const isWhole = chosen !== undefined && !chosen.endsWith('-headless-shell')
  return (isWhole ? [chosen] : wholeNames).map(findProgram).find((file) => file !== undefined)
}

/** Path of the installed Chromium, or `CHROMIUM_PATH`. @returns {string | undefined} */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH
  return (chosen ? [chosen] : names).map(findProgram).find((file) => file !== undefined)
}

import { chromium, type Browser } from 'playwright-core'
import { findChromium } from '../scripts/lib/chromium.mjs'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The machine's own Chromium, without a window. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('there is no Chromium: npm test installs it where it may')
  return chromium.launch({ executablePath, args: [...args, ...more] })
}

/** Without a press, videos begin with their sound. */
export const playsAlone = ['--autoplay-policy=no-user-gesture-required', '--mute-audio']

/** For journeys that are not about the worker, which every new browser would fetch and start. */
export const workerless = { serviceWorkers: 'block' } as const

/** For journeys that are not about motion either: drawing what moves costs more than the journey. */
export const still = { ...workerless, reducedMotion: 'reduce' } as const

/** Script that tells whether React answers for the page: it has marked the elements that it answers for. */
export const hasTakenOver = `document.readyState === 'complete' &&
  Object.keys(document.getElementById('content') ?? {}).some((key) => key.startsWith('__reactProps'))`

/** Runs before a page's own scripts: the page remembers where its first video began, however late it is asked. */
export const rememberBeginning = `document.addEventListener('timeupdate', ({ target }) => {
  if (!target.paused && target.currentTime > 0) window.begunAt ??= target.currentTime
}, true)`
/** What it remembers, seconds. Negative before anything plays. */
export const beginning = 'window.begunAt ?? -1'

import { chromium, type Browser } from 'playwright-core'
import { findChromium, findWholeChromium } from '../scripts/lib/chromium.mjs'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Launches the installed Chromium, headless.
 * @param env replaces variables of the environment
 */
export async function launchBrowser(
  extraArgs: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('Chromium is not installed: npm test installs it if it can')
  return chromium.launch({ executablePath, args: [...args, ...extraArgs], env: { ...process.env, ...env } })
}

/** Whether a Chromium is installed that shows notifications. */
export const hasNotifications = findWholeChromium() !== undefined

/** Launches Chromium with its user interface, headless: the other one shows no notifications. */
export async function launchWholeBrowser(): Promise<Browser> {
  const executablePath = findWholeChromium()
  if (executablePath === undefined) throw new Error('Chromium with its user interface is not installed')
  return chromium.launch({ executablePath, args })
}

/** Lets videos start with sound without a user gesture. */
export const autoplayArgs = ['--autoplay-policy=no-user-gesture-required', '--mute-audio']

/** Blocks the service worker, which every new context would load, in tests that are not about it. */
export const noServiceWorker = { serviceWorkers: 'block' } as const

/** Also reduces motion in tests that are not about it: animations cost more time than the test itself. */
export const noMotion = { ...noServiceWorker, reducedMotion: 'reduce' } as const

/**
 * Script: whether React has hydrated the page. It stores its root at the document before it renders, and marks the root as
 * hydrated when it commits.
 */
export const isHydrated = `document.readyState === 'complete' && Object.entries(document).some(([key, fiber]) =>
  key.startsWith('__reactContainer') && !fiber.stateNode.current.memoizedState.isDehydrated)`

/** Init script: stores the position where the first video started, so that it can be read at any time later. */
export const recordPlayStart = `document.addEventListener('timeupdate', ({ target }) => {
  if (!target.paused && target.currentTime > 0) window.playStartSec ??= target.currentTime
}, true)`
/** Script: the stored position in seconds; -1 before playback starts. */
export const playStartSec = 'window.playStartSec ?? -1'

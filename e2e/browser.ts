import { chromium, type Browser } from 'playwright-core'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The machine's own Chromium, without a window. `CHROMIUM_PATH` names another. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  return chromium.launch({ executablePath, args: [...args, ...more] })
}

/** Without a press, videos begin with their sound. */
export const playsAlone = ['--autoplay-policy=no-user-gesture-required', '--mute-audio']

/** Script that tells whether React answers for the page: it has marked the elements that it answers for. */
export const hasTakenOver = `document.readyState === 'complete' &&
  Object.keys(document.getElementById('content') ?? {}).some((key) => key.startsWith('__reactProps'))`

import * as z from 'zod/mini'

const Boot = z.object({ siteKey: z.string(), now: z.int() })
export type Boot = z.output<typeof Boot>

/** Milliseconds that the server's clock is ahead of this device's. */
let clockOffsetMs = 0
let boot: Boot | null = null

/** The boot block of the page, read once: the site's key, and the server's clock to set ours by. */
export function readBoot(): Boot {
  if (!boot) {
    boot = Boot.parse(JSON.parse(document.getElementById('boot')?.textContent ?? ''))
    setServerTime(boot.now)
  }
  return boot
}

/** Follows the server's clock, Unix seconds: devices in living rooms are often years off. */
export function setServerTime(serverNowSec: number): void {
  clockOffsetMs = serverNowSec * 1000 - Date.now()
}

export const serverNowSec = (): number => Math.floor((Date.now() + clockOffsetMs) / 1000)

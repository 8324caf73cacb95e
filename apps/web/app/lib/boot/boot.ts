interface Boot {
  siteKey: string
  now: number
}

/** Milliseconds that the server's clock is ahead of this device's; null until it is asked for. */
let clockOffsetMs: number | null = null

function isBoot(value: unknown): value is Boot {
  return (
    value instanceof Object &&
    'siteKey' in value &&
    typeof value.siteKey === 'string' &&
    'now' in value &&
    typeof value.now === 'number'
  )
}

/** The boot block of the page: the site's key, and the server's clock when it was written. */
export function readBoot(): Boot {
  const boot: unknown = JSON.parse(document.getElementById('boot')?.textContent ?? '')
  if (!isBoot(boot)) throw new Error('no boot')
  return boot
}

/** Follows the server's clock, Unix seconds: devices in living rooms are often years off. */
export function setServerTime(serverNowSec: number): void {
  clockOffsetMs = serverNowSec * 1000 - Date.now()
}

export function serverNowSec(): number {
  // Whenever it is first asked: the block was written when the page began to load.
  clockOffsetMs ??= readBoot().now * 1000 - performance.timeOrigin
  return Math.floor((Date.now() + clockOffsetMs) / 1000)
}

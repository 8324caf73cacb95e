/** The element of the boot block. */
export const bootElementId = 'boot'

interface Boot {
  siteKey: string
  now: number
}

/** Milliseconds that the server's clock is ahead of this device's; null until first needed. */
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

/** The boot data of the page: the site key, and the server's time when the page was sent. */
export function readBoot(): Boot {
  const text = document.getElementById(bootElementId)?.textContent
  const boot: unknown = JSON.parse(text ?? 'null')
  if (!isBoot(boot)) throw new Error(`element #boot must contain the site key and the server's clock, found: ${text}`)
  return boot
}

/** Sets the offset to the server's clock, Unix seconds: clocks of TV devices are often years off. */
export function setServerTime(serverNowSec: number): void {
  clockOffsetMs = serverNowSec * 1000 - Date.now()
}

export function serverNowSec(): number {
  // The boot data was written when the page began to load, whenever this is first called.
  clockOffsetMs ??= readBoot().now * 1000 - performance.timeOrigin
  return Math.floor((Date.now() + clockOffsetMs) / 1000)
}
